-- larger_itemsets(dataset, smallest, largest)
-- How many transactions of a data set contain each itemset of three or more items, within a range of sizes. Itemsets
-- that no transaction contains are left out.
--
-- parameter: smallest: least number of items; values below 3 are taken as 3
-- parameter: largest: largest number of items; no rows if it is below 3
-- row: one per itemset of the asked sizes that at least one transaction contains
-- column: items INTEGER[]: the item numbers, in ascending order
-- column: support BIGINT, transactions, >= 1: those that contain the itemset
-- reads: originals
WITH entries AS MATERIALIZED (
    SELECT entries.tid AS owner, entries.item_id
    FROM setrisk_private.transaction_item AS entries
    JOIN (
        SELECT long_entries.tid
        FROM setrisk_private.transaction_item AS long_entries
        WHERE long_entries.dataset = $dataset
        GROUP BY long_entries.tid
        HAVING count(*) >= greatest($smallest, 3)
    ) AS long_transactions ON long_transactions.tid = entries.tid
    WHERE entries.dataset = $dataset AND $largest >= 3
)
SELECT setrisk_internal.listed_items(itemsets.prefix, itemsets.item_id) AS items, itemsets.support
FROM (
    SELECT owner_itemsets.prefix, owner_itemsets.item_id, count(*) AS support
    FROM setrisk_internal.grown_itemsets('entries', $largest) AS owner_itemsets
    WHERE owner_itemsets.size >= 3 AND owner_itemsets.size >= $smallest
    GROUP BY owner_itemsets.prefix, owner_itemsets.item_id
) AS itemsets
