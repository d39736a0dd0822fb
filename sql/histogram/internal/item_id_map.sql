-- item_id_map(release)
-- The numbers of the published items in the data. A noisy release has its own item numbers, so that they reveal nothing
-- about the data.
--
-- row:    one per published item of the release
-- column: item_id INTEGER: number in the release
-- column: own_id INTEGER: number in the data; negative for names that the data lack
-- reads:  originals
SELECT published_items.item_id, coalesce(items.item_id, -published_items.item_id) AS own_id
FROM setrisk.published_item AS published_items
LEFT JOIN setrisk_private.item AS items ON items.item = published_items.item
WHERE published_items.release = $release
