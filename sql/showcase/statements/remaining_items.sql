-- remaining_items(release)
-- The names of the items that each record may still hold after the only attack on a generalised release.
--
-- row:    one per record, in their order
-- column: record BIGINT, >= 1
-- column: items VARCHAR
-- reads:  published
SELECT items.record, string_agg(names.item, ', ' ORDER BY names.item) AS items
FROM setrisk.remaining_items($release) AS items
JOIN setrisk.published_item AS names ON names.release = $release AND names.item_id = items.item_id
WHERE items.attack <> 'none'
GROUP BY items.record
ORDER BY items.record
