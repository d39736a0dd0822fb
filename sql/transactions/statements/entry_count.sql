-- entry_count(dataset)
-- How many items all transactions of a data set have together.
--
-- row:    one
-- column: n_entries BIGINT, items, >= 0
-- reads:  originals
SELECT count(*) AS n_entries
FROM setrisk_private.transaction_item AS entries
WHERE entries.dataset = $dataset
