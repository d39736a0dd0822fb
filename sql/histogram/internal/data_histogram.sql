-- data_histogram(release)
-- One row per distinct transaction of the data set that a histogram was made of, empty ones left out.
--
-- row: one per distinct transaction of the data set that a histogram was made of, empty ones left out
-- column: itemset INTEGER[]: item numbers, ascending
-- column: occurrences BIGINT
-- reads: originals
SELECT transactions.itemset, count(*) AS occurrences
FROM (
    SELECT held.tid, list_sort(list(held.item_id)) AS itemset
    FROM setrisk.release AS made
    JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset
    WHERE made.release = $release AND made.family = 'histogram'
    GROUP BY held.tid
) AS transactions
GROUP BY transactions.itemset
