-- item_id_map(release)
-- One row per published item of a release: its number there, and in the data. A release numbers items in a way that
-- tells nothing of the data. Names that the data lack have negative numbers.
--
-- row: one per published item of a release
-- column: item_id INTEGER: in the release
-- column: own_id INTEGER: in the data
-- reads: originals
SELECT shown.item_id, coalesce(named.item_id, -shown.item_id) AS own_id
FROM setrisk.published_item AS shown
LEFT JOIN setrisk_private.item AS named ON named.item = shown.item
WHERE shown.release = $release
