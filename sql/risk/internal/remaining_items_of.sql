-- remaining_items_of(release, attack := NULL)
-- One row per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
-- as published. attack: this one alone, or all where it is NULL.
--
-- row: one per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
--     as published
-- column: attack VARCHAR
-- column: record BIGINT
-- column: item_id INTEGER
-- reads: published
SELECT attacks.attack, shown.record, shown.item_id
FROM setrisk_internal.shown_items($release) AS shown
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
ANTI JOIN setrisk.elimination AS gone
    ON gone.release = $release
    AND gone.attack = attacks.attack
    AND gone.record = shown.record
    AND gone.item_id = shown.item_id
