-- remaining_items(release)
-- One row per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
-- as published.
-- An error where there is no such release.
-- attack VARCHAR; record BIGINT; item_id INTEGER
SELECT attacks.attack, shown.record, shown.item_id
FROM setrisk.shown_items($release) AS shown
CROSS JOIN setrisk.attacks($release) AS attacks
ANTI JOIN setrisk.elimination AS gone
    ON gone.release = $release
    AND gone.attack = attacks.attack
    AND gone.record = shown.record
    AND gone.item_id = shown.item_id
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT known.release, length(known.release), CAST(length(known.release) AS INTEGER)
FROM setrisk.known_release($release, family := 'generalisation') AS known
WHERE known.release IS NULL
