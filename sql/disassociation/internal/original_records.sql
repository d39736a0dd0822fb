-- original_records(release)
-- The original records of a disassociated release, each with the anchors that may be this record.
--
-- row: one per original record
-- column: tid BIGINT, >= 1
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT?: the equal anchors, one of which is this record; NULL if it has no item in the
--     anchoring chunk
-- reads: originals
SELECT origin.tid, origin.cluster, anchors.anchor_set
FROM setrisk_private.provenance AS origin
LEFT JOIN (
    SELECT sub_records.cluster, sub_records.tid, sets.anchor_set
    FROM setrisk_private.provenance AS sub_records
    JOIN setrisk_internal.anchors($release) AS sets
        ON sets.cluster = sub_records.cluster AND sets.anchor = sub_records.record
    WHERE sub_records.release = $release AND sub_records.chunk = 1
) AS anchors ON anchors.cluster = origin.cluster AND anchors.tid = origin.tid
WHERE origin.release = $release AND origin.chunk IS NULL
