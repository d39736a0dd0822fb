-- data_histogram(release)
-- The true histogram of the data set that a histogram release was made of. There are no rows for a release of another
-- family, or one that was made elsewhere.
--
-- row:    one per distinct transaction that is not empty
-- column: itemset INTEGER[]: item numbers of the data, ascending
-- column: occurrences BIGINT, records, >= 1
-- reads:  originals
WITH own_release AS MATERIALIZED (
    SELECT releases.dataset
    FROM setrisk.release AS releases
    WHERE releases.release = $release AND releases.family = 'histogram'
)
SELECT transactions.items AS itemset, transactions.occurrences
FROM setrisk_internal.distinct_transactions((SELECT own_release.dataset FROM own_release)) AS transactions
