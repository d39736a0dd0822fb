-- reconstructed_records(release)
-- One row per item of a record that an attack has put together, and chunk that it comes from: those of an anchor, and those
-- that a stored attack places on it. Attack 'none' is the anchors alone.
-- An error where there is no such release, or it is of another family.
-- attack VARCHAR; cluster INTEGER; anchor BIGINT; item VARCHAR; part VARCHAR: 'anchors', 'record chunks' (shared ones too)
-- or 'term chunks'
SELECT found.attack, found.cluster, found.anchor, names.item, found.part
FROM setrisk.reconstructed_items($release) AS found
JOIN setrisk.published_item AS names ON names.item_id = found.item_id
WHERE names.release = $release
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.release,
    CAST(length(known.release) AS INTEGER),
    length(known.release),
    known.release,
    known.release
FROM setrisk.known_release($release, family := 'disassociation') AS known
WHERE known.release IS NULL
