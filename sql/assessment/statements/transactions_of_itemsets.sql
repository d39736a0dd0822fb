-- transactions_of_itemsets(dataset, itemsets)
-- A transaction of a data set for each of some itemsets: one that has exactly these items.
--
-- parameter: itemsets: lists of names of items, each in the order of the names
-- row:    one per itemset that a transaction has
-- column: items VARCHAR[]
-- column: tid BIGINT, >= 1: the first such transaction
-- reads:  originals
SELECT transactions.items, min(transactions.tid) AS tid
FROM (
    SELECT entries.tid, list(names.item ORDER BY names.item) AS items
    FROM setrisk_private.transaction_item AS entries
    JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
) AS transactions
WHERE list_contains(CAST($itemsets AS VARCHAR[][]), transactions.items)
GROUP BY transactions.items
