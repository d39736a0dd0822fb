-- dataset_items(dataset)
-- The names of the items that the transactions of a data set hold.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  originals
SELECT DISTINCT items.item
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.item AS items ON items.item_id = entries.item_id
WHERE entries.dataset = $dataset
