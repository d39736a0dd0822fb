-- data_histogram(release)
-- The true histogram of the data set that a histogram release was made of. There are no rows for a release of another
-- family, or one that was made elsewhere.
--
-- row:    one per distinct transaction that is not empty
-- column: itemset INTEGER[]: item numbers of the data, ascending
-- column: occurrences BIGINT, records, >= 1
-- reads:  originals
SELECT transactions.itemset, count(*) AS occurrences
FROM (
    SELECT entries.tid, list_sort(list(entries.item_id)) AS itemset
    FROM setrisk.release AS releases
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset
    WHERE releases.release = $release AND releases.family = 'histogram'
    GROUP BY entries.tid
) AS transactions
GROUP BY transactions.itemset
