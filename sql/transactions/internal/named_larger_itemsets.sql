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
WITH itemsets AS (
    SELECT larger_itemsets.items AS itemset, larger_itemsets.support
    FROM setrisk_internal.larger_itemsets($dataset, $smallest, $largest) AS larger_itemsets
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk_private.item AS names
)
SELECT named_itemsets.items, named_itemsets.support
FROM setrisk_internal.named_itemsets('itemsets', 'item_names') AS named_itemsets
