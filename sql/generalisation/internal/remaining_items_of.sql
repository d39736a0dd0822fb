-- remaining_items_of(release, attacks := NULL)
-- The items that a record of a generalised release may still hold after an attack. Attack 'none' is the release as
-- published. remaining_items is the same of all attacks, and checks the name of the release, which risk has done.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per attack, record and item
-- column: attack VARCHAR
-- column: record BIGINT, >= 1
-- column: item_id INTEGER
-- reads: published
SELECT attacks.attack, shown_items.record, shown_items.item_id
FROM setrisk_internal.shown_items($release) AS shown_items
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
ANTI JOIN setrisk.elimination AS eliminations
    ON eliminations.release = $release
    AND eliminations.attack = attacks.attack
    AND eliminations.record = shown_items.record
    AND eliminations.item_id = shown_items.item_id
