-- attacked_entries(release, marked := true, k := 2)
-- One row per entry of a published record, as the attacker sees it: an item that may serve as context, or a generalised
-- item to be attacked.
--
-- row: one per entry of a published record, as the attacker sees it
-- column: record BIGINT
-- column: position INTEGER
-- column: item_id INTEGER: or generalised_item BIGINT: exactly one is set
-- column: generalised_item BIGINT
-- reads: published
SELECT entries.record, entries.position, entries.item_id, CAST(entries.generalised_item AS BIGINT) AS generalised_item
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release AND $marked
UNION ALL
SELECT shown.record, shown.position, shown.item_id, NULL AS generalised_item
FROM setrisk_internal.shown_items($release) AS shown
JOIN setrisk_internal.unmarked_items($release, k := $k) AS guessed ON guessed.item_id = shown.item_id
WHERE guessed.generalised_item IS NULL AND NOT $marked
UNION ALL
SELECT shown.record, min(shown.position), NULL AS item_id, guessed.generalised_item
FROM setrisk_internal.shown_items($release) AS shown
JOIN setrisk_internal.unmarked_items($release, k := $k) AS guessed ON guessed.item_id = shown.item_id
WHERE guessed.generalised_item IS NOT NULL AND NOT $marked
GROUP BY shown.record, guessed.generalised_item
