-- remaining_items(release)
-- The items that a record may still hold after an attack. The records are those of a generalised release, and the
-- attacks the stored ones. Attack 'none' is the release as published.
--
-- parameter: release: a generalised release, made here or imported
-- row: one per attack, record and item
-- column: attack VARCHAR: the stored attack, or 'none'
-- column: record BIGINT, >= 1: the number of the published record
-- column: item_id INTEGER: an item that the record shows and the attack has not eliminated; setrisk.published_item has
--     its name
-- checks: known_release($release, family := 'generalisation')
-- reads: published
-- page: generalisation.md
-- example: FROM setrisk.remaining_items('r1') WHERE attack = 'none'
SELECT items.attack, items.record, items.item_id
FROM setrisk_internal.remaining_items_of($release) AS items
