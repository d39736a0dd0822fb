-- findings(release)
-- One row per member of a generalised item that a stored attack eliminates from a record as added.
-- An error where there is no such release.
-- attack VARCHAR; generalised_item INTEGER; record BIGINT; item VARCHAR; step INTEGER
SELECT stored.attack, stored.generalised_item, stored.record, names.item, stored.step
FROM setrisk.elimination AS stored
JOIN setrisk.published_item AS names ON names.item_id = stored.item_id
WHERE stored.release = $release AND names.release = $release
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.release,
    CAST(length(known.release) AS INTEGER),
    length(known.release),
    known.release,
    CAST(length(known.release) AS INTEGER)
FROM setrisk.known_release($release, family := 'generalisation') AS known
WHERE known.release IS NULL
