-- assessed_data(dataset)
-- For which numbers of known items a data set was assessed as it is, and of how many people.
--
-- row:    one
-- column: known BIGINT[]: none if it was not assessed
-- column: attempts BIGINT?, attempts, >= 1: the most attempts at inference for one of these numbers; NULL without any
-- reads:  originals
SELECT
    coalesce(list_sort(list(DISTINCT counts.known)), []) AS known,
    max(counts.attempts) FILTER (WHERE counts.criterion = 'inference' AND counts.variant = 'main') AS attempts
FROM setrisk_private.assessed_dataset AS counts
WHERE counts.dataset = $dataset
