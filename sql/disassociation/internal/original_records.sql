-- original_records(release)
-- The original records of a disassociated release, each with the anchors that may be this record.
--
-- row: one per original record
-- column: tid BIGINT
-- column: cluster INTEGER
-- column: anchor_set BIGINT?: the equal anchors, one of which is this record; NULL where it has no item in the
--     anchoring chunk
-- reads: originals
SELECT origin.tid, origin.cluster, anchors.anchor_set
FROM setrisk_private.provenance AS origin
LEFT JOIN (
    SELECT anchored.cluster, anchored.tid, sets.anchor_set
    FROM setrisk_private.provenance AS anchored
    JOIN setrisk_internal.anchors($release) AS sets ON sets.cluster = anchored.cluster AND sets.anchor = anchored.record
    WHERE anchored.release = $release AND anchored.chunk = 1
) AS anchors ON anchors.cluster = origin.cluster AND anchors.tid = origin.tid
WHERE origin.release = $release AND origin.chunk IS NULL
