-- all_items()
-- The names of the items of all data sets.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  originals
SELECT items.item
FROM setrisk_private.item AS items
