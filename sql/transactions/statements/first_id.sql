-- first_id(dataset)
-- An id of a transaction, if the data set was loaded with ids.
--
-- row:    one, or none if transactions have no ids
-- column: id VARCHAR
-- reads:  originals
SELECT ids.id
FROM setrisk_private.transaction_id AS ids
WHERE ids.dataset = $dataset
ORDER BY ids.tid
LIMIT 1
