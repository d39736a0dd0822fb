-- original_records(release)
-- One row per original record of a disassociated release, for its owner, with the anchors that it may be.
--
-- row: one per original record of a disassociated release, for its owner, with the anchors that it may be
-- column: record BIGINT: the owner's number for it
-- column: tid BIGINT
-- column: cluster INTEGER
-- column: anchor_set BIGINT?: the equal anchors, one of which is this record; NULL where it has no term in the
--     anchoring chunk
-- reads: originals
SELECT origin.record, origin.tid, origin.cluster, anchors.anchor_set
FROM setrisk_private.provenance AS origin
LEFT JOIN (
    SELECT anchored.cluster, anchored.tid, equal.anchor_set
    FROM setrisk_private.provenance AS anchored
    JOIN setrisk_internal.anchors($release) AS equal ON equal.cluster = anchored.cluster AND equal.anchor = anchored.record
    WHERE anchored.release = $release AND anchored.chunk = 1
) AS anchors ON anchors.cluster = origin.cluster AND anchors.tid = origin.tid
WHERE origin.release = $release AND origin.chunk IS NULL
