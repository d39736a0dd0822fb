-- reassociation_findings(release)
-- One row per sub-record or term and anchor that a stored attack places it on.
-- An error where there is no such release, or it is of another family.
-- attack VARCHAR; cluster INTEGER; anchor BIGINT; home, chunk INTEGER; record BIGINT: NULL for a term; items VARCHAR[];
-- rank INTEGER; score DOUBLE
SELECT
    stored.attack,
    stored.cluster,
    stored.anchor,
    stored.home,
    stored.chunk,
    stored.record,
    list_sort(list(names.item)) AS items,
    stored.rank,
    stored.score
FROM setrisk.reassociation AS stored
LEFT JOIN setrisk.chunk_record AS shown
    ON shown.release = stored.release
    AND shown.cluster = stored.home
    AND shown.chunk = stored.chunk
    AND shown.record = stored.record
JOIN setrisk.published_item AS names
    ON names.release = stored.release AND names.item_id = coalesce(stored.item_id, shown.item_id)
WHERE stored.release = $release
GROUP BY
    stored.attack, stored.cluster, stored.anchor, stored.home, stored.chunk, stored.record, stored.item_id, stored.rank,
    stored.score
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.release,
    CAST(length(known.release) AS INTEGER),
    length(known.release),
    CAST(length(known.release) AS INTEGER),
    CAST(length(known.release) AS INTEGER),
    length(known.release),
    CASE WHEN known.release <> '' THEN [known.release] END,
    CAST(length(known.release) AS INTEGER),
    CAST(length(known.release) AS DOUBLE)
FROM setrisk.known_release($release, family := 'disassociation') AS known
WHERE known.release IS NULL
