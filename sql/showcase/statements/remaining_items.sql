-- remaining_items(release)
-- The names of the items that each record may still hold after the attacks on a generalised release.
--
-- row:    one per record, in their order
-- column: record BIGINT
-- column: items VARCHAR
-- reads:  published
SELECT remaining.record, string_agg(item.item, ', ' ORDER BY item.item) AS items
FROM setrisk.remaining_items($release) AS remaining
JOIN setrisk.published_item AS item ON item.release = $release AND item.item_id = remaining.item_id
WHERE remaining.attack <> 'none'
GROUP BY remaining.record
ORDER BY remaining.record
