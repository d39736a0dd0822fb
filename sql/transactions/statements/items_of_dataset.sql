-- items_of_dataset(dataset)
-- The names of the items of a data set.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  originals
SELECT DISTINCT items.item
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.item AS items ON items.item_id = entries.item_id
WHERE entries.dataset = $dataset
