-- item_names(item_ids)
-- The names of items, in the order of their numbers.
--
-- parameter: item_ids: a list of their numbers
-- row:       one per item
-- column:    item VARCHAR
-- reads:     originals
SELECT items.item
FROM setrisk_private.item AS items
JOIN (SELECT unnest($item_ids) AS item_id) AS numbers ON numbers.item_id = items.item_id
ORDER BY items.item_id
