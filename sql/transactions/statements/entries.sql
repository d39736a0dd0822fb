-- entries(dataset)
-- The items of the transactions of a data set.
--
-- row:    one per transaction and item
-- column: tid BIGINT, >= 1: ascending
-- column: item_id INTEGER, >= 1
-- reads:  originals
SELECT entries.tid, entries.item_id
FROM setrisk_private.transaction_item AS entries
WHERE entries.dataset = $dataset
ORDER BY entries.tid
