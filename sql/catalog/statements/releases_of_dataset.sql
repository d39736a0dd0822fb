-- releases_of_dataset(dataset)
-- The releases that were made here of a data set.
--
-- row:    one per release
-- column: release VARCHAR
-- reads:  published
SELECT releases.release
FROM setrisk.release AS releases
WHERE releases.dataset = $dataset
ORDER BY releases.release
