-- remaining_items_of(release, attack := NULL)
-- The items that a record of a generalised release may still hold after an attack. Attack 'none' is the release as
-- published.
--
-- parameter: attack: return only this attack, or 'none'; NULL for all
-- row: one per attack, record and item
-- column: attack VARCHAR
-- column: record BIGINT
-- column: item_id INTEGER
-- reads: published
SELECT attacks.attack, shown.record, shown.item_id
FROM setrisk_internal.shown_items($release) AS shown
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
ANTI JOIN setrisk.elimination AS eliminated
    ON eliminated.release = $release
    AND eliminated.attack = attacks.attack
    AND eliminated.record = shown.record
    AND eliminated.item_id = shown.item_id
