-- attacked_entries(release, marked := true, k := 2)
-- One row per entry of a published record, as the attacker sees it: an item that may serve as context, or a
-- generalised item to be attacked.
-- record BIGINT; position INTEGER; item_id INTEGER or generalised_item BIGINT: exactly one is set
-- internal
SELECT entries.record, entries.position, entries.item_id, CAST(entries.generalised_item AS BIGINT) AS generalised_item
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release AND $marked
UNION ALL
SELECT shown.record, shown.position, shown.item_id, NULL AS generalised_item
FROM setrisk.shown_items($release) AS shown
JOIN setrisk.unmarked_items($release, k := $k) AS guessed ON guessed.item_id = shown.item_id
WHERE guessed.generalised_item IS NULL AND NOT $marked
UNION ALL
SELECT shown.record, min(shown.position), NULL AS item_id, guessed.generalised_item
FROM setrisk.shown_items($release) AS shown
JOIN setrisk.unmarked_items($release, k := $k) AS guessed ON guessed.item_id = shown.item_id
WHERE guessed.generalised_item IS NOT NULL AND NOT $marked
GROUP BY shown.record, guessed.generalised_item
