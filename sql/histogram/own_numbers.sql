-- own_numbers(release)
-- One row per published item of a release: its number there, and in the data. A release numbers items in a way that tells
-- nothing of the data. Names that the data lack have negative numbers.
-- item_id INTEGER: in the release; own_id INTEGER: in the data
-- internal
SELECT shown.item_id, coalesce(named.item_id, -shown.item_id) AS own_id
FROM setrisk.published_item AS shown
LEFT JOIN setrisk_private.item AS named ON named.item = shown.item
WHERE shown.release = $release
