-- published_records(release)
-- The records of a generalised release in words: each entry an item, or the members of a generalised item in
-- parentheses.
--
-- row:    one per record, in their order
-- column: record BIGINT
-- column: entries VARCHAR
-- reads:  published
SELECT
    entry.record,
    string_agg(
        coalesce(item.item, '(' || array_to_string(generalised.items, ', ') || ')'), ', ' ORDER BY entry.position
    )
        AS entries
FROM setrisk.generalised_record AS entry
LEFT JOIN setrisk.published_item AS item ON item.release = entry.release AND item.item_id = entry.item_id
LEFT JOIN setrisk.generalised_items($release) AS generalised
    ON generalised.generalised_item = entry.generalised_item
WHERE entry.release = $release
GROUP BY entry.record
ORDER BY entry.record
