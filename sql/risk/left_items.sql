-- left_items(release, attack := NULL)
-- One row per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
-- as published.
-- attack: this one alone, or all where it is NULL.
-- attack VARCHAR; record BIGINT; item_id INTEGER
-- internal
SELECT attacks.attack, shown.record, shown.item_id
FROM setrisk.shown_items($release) AS shown
CROSS JOIN setrisk.attacks($release, attack := $attack) AS attacks
ANTI JOIN setrisk.elimination AS gone
    ON gone.release = $release
    AND gone.attack = attacks.attack
    AND gone.record = shown.record
    AND gone.item_id = shown.item_id
