-- attacked_entries(release, marked := true, k := 2)
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
WHERE entries.release = $release AND $marked
UNION ALL
SELECT shown_items.record, shown_items.position, shown_items.item_id, NULL AS generalised_item
FROM setrisk_internal.shown_items($release) AS shown_items
JOIN setrisk_internal.unmarked_items($release, k := $k) AS roles ON roles.item_id = shown_items.item_id
WHERE roles.generalised_item IS NULL AND NOT $marked
UNION ALL
SELECT shown_items.record, min(shown_items.position), NULL AS item_id, roles.generalised_item
FROM setrisk_internal.shown_items($release) AS shown_items
JOIN setrisk_internal.unmarked_items($release, k := $k) AS roles ON roles.item_id = shown_items.item_id
WHERE roles.generalised_item IS NOT NULL AND NOT $marked
GROUP BY shown_items.record, roles.generalised_item
