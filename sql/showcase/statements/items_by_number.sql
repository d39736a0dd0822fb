-- items_by_number(release)
-- The items of a release; those that are named by numbers in the order of these.
--
-- row:    one per item
-- column: item_id INTEGER
-- column: item VARCHAR
-- reads:  published
SELECT items.item_id, items.item
FROM setrisk.published_item AS items
WHERE items.release = $release
ORDER BY try_cast(items.item AS INTEGER), items.item
