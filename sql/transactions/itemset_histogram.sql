-- itemset_histogram(dataset)
-- One row per distinct transaction of the data set, empty ones left out. An error where there is no such data set.
--
-- row: one per distinct transaction of the data set, empty ones left out
-- column: items INTEGER[]: item numbers, ascending
-- column: occurrences BIGINT: transactions that are equal to it
-- checks: known_dataset($dataset)
-- reads: originals
SELECT transactions.items, count(*) AS occurrences
FROM (
    SELECT held.tid, list_sort(list(held.item_id)) AS items
    FROM setrisk_private.transaction_item AS held
    WHERE held.dataset = $dataset
    GROUP BY held.tid
) AS transactions
GROUP BY transactions.items
