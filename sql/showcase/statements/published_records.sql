-- published_records(release)
-- The records of a generalised release in words: each entry an item, or the members of a generalised item in
-- parentheses.
--
-- row:    one per record, in their order
-- column: record BIGINT, >= 1
-- column: entries VARCHAR
-- reads:  published
SELECT
    entries.record,
    string_agg(
        coalesce(items.item, '(' || array_to_string(generalised_items.items, ', ') || ')'),
        ', ' ORDER BY entries.position
    )
        AS entries
FROM setrisk.generalised_record AS entries
LEFT JOIN setrisk.published_item AS items ON items.release = entries.release AND items.item_id = entries.item_id
LEFT JOIN setrisk.generalised_items($release) AS generalised_items
    ON generalised_items.generalised_item = entries.generalised_item
WHERE entries.release = $release
GROUP BY entries.record
ORDER BY entries.record
