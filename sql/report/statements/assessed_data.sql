-- assessed_data(dataset)
-- For which numbers of known items a data set was assessed as it is.
--
-- row:    one
-- column: known BIGINT[]: none if it was not assessed
-- reads:  originals
SELECT coalesce(list_sort(list(DISTINCT counts.known)), []) AS known
FROM setrisk_private.assessed_dataset AS counts
WHERE counts.dataset = $dataset
