-- remaining_items(release)
-- One row per item that a record of a generalised release may still hold after an attack; attack 'none' is the release
-- as published.
-- An error where there is no such release.
-- attack VARCHAR; record BIGINT; item_id INTEGER
SELECT found.attack, found.record, found.item_id
FROM setrisk.left_items($release) AS found
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT known.release, length(known.release), CAST(length(known.release) AS INTEGER)
FROM setrisk.known_release($release, family := 'generalisation') AS known
WHERE known.release IS NULL
