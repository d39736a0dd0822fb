-- distinct_transactions(dataset)
-- The distinct transactions of a data set, with their counts. Empty transactions are left out. There are no rows for a
-- data set that is not known.
--
-- row: one per distinct transaction that has at least one item
-- column: items INTEGER[]: the item numbers, in ascending order
-- column: occurrences BIGINT, transactions, >= 1: those that have exactly these items
-- reads: originals
SELECT transactions.items, count(*) AS occurrences
FROM (
    SELECT entries.tid, list_sort(list(entries.item_id)) AS items
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
) AS transactions
GROUP BY transactions.items
