-- reconstructed_records(release)
-- One row per item of a record that an attack has put together: those of an anchor, and those that a stored attack places
-- on it. Attack 'none' is the anchors alone.
-- An error where there is no such release, or it is of another family.
-- attack VARCHAR; cluster INTEGER; anchor BIGINT; item VARCHAR; item_id INTEGER; chunk INTEGER: that the item comes from,
-- 1 and `home` = `cluster` for the anchor itself, 0 for a term chunk; home INTEGER
SELECT attacks.attack, anchors.cluster, anchors.anchor, names.item, names.item_id, 1 AS chunk, anchors.cluster AS home
FROM (
    SELECT each.cluster, each.anchor, unnest(each.items) AS item_id
    FROM setrisk.anchors($release) AS each
) AS anchors
CROSS JOIN setrisk.attacks($release) AS attacks
JOIN setrisk.published_item AS names ON names.item_id = anchors.item_id
WHERE names.release = $release
UNION ALL
SELECT DISTINCT
    stored.attack, stored.cluster, stored.anchor, names.item, names.item_id, stored.chunk, stored.home
FROM setrisk.reassociation AS stored
LEFT JOIN setrisk.chunk_record AS shown
    ON shown.release = stored.release
    AND shown.cluster = stored.home
    AND shown.chunk = stored.chunk
    AND shown.record = stored.record
JOIN setrisk.published_item AS names
    ON names.release = stored.release AND names.item_id = coalesce(stored.item_id, shown.item_id)
WHERE stored.release = $release
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.release,
    CAST(length(known.release) AS INTEGER),
    length(known.release),
    known.release,
    CAST(length(known.release) AS INTEGER),
    CAST(length(known.release) AS INTEGER),
    CAST(length(known.release) AS INTEGER)
FROM setrisk.known_release($release, family := 'disassociation') AS known
WHERE known.release IS NULL
