-- attacked_items(release, marked := true, k := 2)
-- One row per member of a generalised item, as the attacker sees it: as marked by the release, or by unmarked_items.
--
-- row: one per member of a generalised item, as the attacker sees it
-- column: generalised_item BIGINT
-- column: item_id INTEGER
-- reads: published
SELECT CAST(members.generalised_item AS BIGINT) AS generalised_item, members.item_id
FROM setrisk.generalised_item AS members
WHERE members.release = $release AND $marked
UNION ALL
SELECT guessed.generalised_item, guessed.item_id
FROM setrisk_internal.unmarked_items($release, k := $k) AS guessed
WHERE guessed.generalised_item IS NOT NULL AND NOT $marked
