-- reassociation_findings(release)
-- One row per sub-record or term and anchor that a stored attack places it on. An error where there is no such release,
-- or it is of another family.
--
-- row: one per sub-record or term and anchor that a stored attack places it on
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: anchor BIGINT
-- column: home INTEGER
-- column: chunk INTEGER
-- column: record BIGINT?: NULL for a term
-- column: items VARCHAR[]
-- column: rank INTEGER
-- column: score DOUBLE
-- checks: known_release($release, family := 'disassociation')
-- reads: published
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
