-- named_larger_itemsets(dataset, smallest, largest)
-- How many transactions of a data set contain each itemset of three or more items, within a range of sizes, by the
-- names of the items.
--
-- parameter: smallest: least number of items; values below 3 are taken as 3
-- parameter: largest: largest number of items; no rows if it is below 3
-- row: one per itemset of the asked sizes that at least one transaction contains
-- column: items VARCHAR[]: the itemset, in the order of the item numbers
-- column: support BIGINT, transactions, >= 1: those that contain the itemset
-- reads: originals
SELECT
    setrisk_internal.names_in_order(members.item_id, names.item) AS items,
    members.support
FROM (
    SELECT itemsets.items AS itemset, unnest(itemsets.items) AS item_id, itemsets.support
    FROM setrisk_internal.larger_itemsets($dataset, $smallest, $largest) AS itemsets
) AS members
JOIN setrisk_private.item AS names ON names.item_id = members.item_id
GROUP BY members.itemset, members.support
