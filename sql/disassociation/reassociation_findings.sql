-- reassociation_findings(release)
-- Where the stored attacks on chunks place sub-records and items.
--
-- parameter: release: a disassociated release, made here or imported
-- row: one per stored attack, sub-record or term, and anchor that the attack places it on
-- column: attack VARCHAR: name of the stored attack
-- column: cluster INTEGER, >= 1: cluster of the anchor
-- column: anchor BIGINT: sub-record of the cluster's first record chunk
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 0: chunk of the sub-record; 0 is the term chunk
-- column: sub_record BIGINT?, >= 1: the sub-record; NULL for a term
-- column: items VARCHAR[]: items of the sub-record, or the term, in alphabetical order
-- column: rank INTEGER, >= 1: 1 for the best anchor
-- column: fit DOUBLE?: how well it fits the anchor, higher is better; NULL if nothing is known
-- checks: known_release($release, family := 'disassociation')
-- reads: published
-- page: disassociation.md
-- example: FROM setrisk.reassociation_findings('r2') WHERE rank = 1
SELECT
    placements.attack,
    placements.cluster,
    placements.anchor,
    placements.publishing_cluster,
    placements.chunk,
    placements.sub_record,
    list_sort(list(names.item)) AS items,
    placements.rank,
    placements.fit
FROM setrisk.reassociation AS placements
LEFT JOIN setrisk.chunk_record AS sub_records
    ON sub_records.release = placements.release
    AND sub_records.publishing_cluster = placements.publishing_cluster
    AND sub_records.chunk = placements.chunk
    AND sub_records.sub_record = placements.sub_record
JOIN setrisk.published_item AS names
    ON names.release = placements.release AND names.item_id = coalesce(placements.item_id, sub_records.item_id)
WHERE placements.release = $release
GROUP BY
    placements.attack,
    placements.cluster,
    placements.anchor,
    placements.publishing_cluster,
    placements.chunk,
    placements.sub_record,
    placements.item_id,
    placements.rank,
    placements.fit
