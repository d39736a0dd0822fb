-- transactions_of(release)
-- How many transactions the data set of a release has.
--
-- row:    one
-- column: n_transactions BIGINT, records, >= 0
-- reads:  originals
SELECT datasets.n_transactions
FROM setrisk.release AS releases
JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
WHERE releases.release = $release
