-- anchor_sets(release)
-- One row per anchor set of a disassociated release, for its owner: who may be behind which anchors.
--
-- row: one per anchor set of a disassociated release, for its owner
-- column: cluster INTEGER
-- column: anchor_set BIGINT
-- column: anchors BIT: which anchors of the cluster are of the set, as their own bits
-- column: records BIT: which records of the cluster may be one of them, by their record_places
-- reads: originals
SELECT shown.cluster, shown.anchor_set, shown.anchors, people.records
FROM (
    SELECT each.cluster, each.anchor_set, bit_or(each.own_bit) AS anchors
    FROM setrisk_internal.anchors($release) AS each
    GROUP BY each.cluster, each.anchor_set
) AS shown
JOIN (
    SELECT places.cluster, places.anchor_set, bit_or(places.own_bit) AS records
    FROM setrisk_internal.record_places($release) AS places
    WHERE places.anchor_set IS NOT NULL
    GROUP BY places.cluster, places.anchor_set
) AS people ON people.cluster = shown.cluster AND people.anchor_set = shown.anchor_set
