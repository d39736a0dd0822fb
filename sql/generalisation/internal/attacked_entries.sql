-- attacked_entries(release, view)
-- The entries of published records as the attacker reads them: items that may serve as context, and generalised items
-- to attack.
--
-- row:    one per entry of a published record
-- column: record BIGINT, >= 1
-- column: position INTEGER, >= 1
-- column: item_id INTEGER?: NULL for a generalised item
-- column: generalised_item BIGINT?, >= 1: NULL for an item
-- reads:  published
SELECT entries.record, entries.position, entries.item_id, CAST(entries.generalised_item AS BIGINT) AS generalised_item
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release AND $view['labelled']
UNION ALL
SELECT readings.record, min(readings.position) AS position, readings.item_id, readings.generalised_item
FROM (
    SELECT
        shown_items.record, shown_items.position, roles.generalised_item,
        CASE WHEN roles.generalised_item IS NULL THEN roles.item_id END AS item_id
    FROM setrisk_internal.shown_items($release) AS shown_items
    JOIN setrisk_internal.unlabelled_items($release, $view) AS roles ON roles.item_id = shown_items.item_id
    WHERE NOT $view['labelled']
) AS readings
GROUP BY readings.record, readings.item_id, readings.generalised_item
