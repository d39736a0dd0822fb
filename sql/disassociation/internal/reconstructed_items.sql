-- reconstructed_items(release, attacks := NULL)
-- The items of the records that attacks reassemble: those of each anchor, and those that a stored attack places on it.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per attack, anchor, item, and part of the release that the item comes from
-- column: attack VARCHAR: name of the stored attack, or 'none'
-- column: cluster INTEGER, >= 1
-- column: anchor BIGINT
-- column: item_id INTEGER
-- column: part VARCHAR: 'anchoring_chunk', 'record_chunk' (shared chunks included) or 'term_chunk'
-- reads: published
SELECT attacks.attack, anchors.cluster, anchors.anchor, anchors.item_id, 'anchoring_chunk' AS part
FROM (
    SELECT anchors.cluster, anchors.anchor, unnest(anchors.items) AS item_id
    FROM setrisk_internal.anchors($release) AS anchors
) AS anchors
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
UNION ALL
SELECT DISTINCT placements.attack, placements.cluster, placements.anchor, placements.item_id, 'term_chunk' AS part
FROM setrisk.reassociation AS placements
WHERE placements.release = $release
    AND placements.item_id IS NOT NULL
    AND setrisk_internal.is_asked_for(placements.attack, $attacks)
UNION ALL
SELECT DISTINCT placements.attack, placements.cluster, placements.anchor, sub_records.item_id, 'record_chunk' AS part
FROM setrisk.reassociation AS placements
JOIN setrisk.chunk_record AS sub_records
    ON sub_records.release = placements.release
    AND sub_records.publishing_cluster = placements.publishing_cluster
    AND sub_records.chunk = placements.chunk
    AND sub_records.sub_record = placements.sub_record
WHERE placements.release = $release AND setrisk_internal.is_asked_for(placements.attack, $attacks)
