-- item_count(datasets)
-- How many distinct items several data sets have together.
--
-- row: one
-- column: n_items BIGINT, items, >= 0: distinct ones
-- reads: originals
SELECT count(DISTINCT entries.item_id) AS n_items
FROM setrisk_private.transaction_item AS entries
WHERE list_contains(CAST($datasets AS VARCHAR[]), entries.dataset)
