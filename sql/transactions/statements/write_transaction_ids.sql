-- write_transaction_ids(dataset)
-- Keep the owner's own ids of the staged transactions of a data set.
--
-- reads: nothing
-- writes: setrisk_private.transaction_id
-- stages: _setrisk_staged(tid, place, id): one row per item of a transaction, with the id of the transaction
INSERT INTO setrisk_private.transaction_id (dataset, tid, id)
SELECT $dataset, entries.tid, entries.id
FROM _setrisk_staged AS entries
WHERE entries.tid IS NOT NULL AND entries.place = 1
