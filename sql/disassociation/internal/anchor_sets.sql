-- anchor_sets(release, places)
-- The sets of equal anchors of a disassociated release, each with the original records that may be one of them.
--
-- parameter: places: the name of a CTE of the caller with the rows of record_places
-- row: one per cluster and set of equal anchors
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT: the first anchor of the set
-- column: anchors BIT: anchors of the cluster that belong to the set, one bit each, as in anchors.own_bit
-- column: records BIT: original records of the cluster that have such an anchor, as in record_places.own_bit
-- reads: published, $places: originals
-- duckdb only: query_table
SELECT sets.cluster, sets.anchor_set, sets.anchors, people.records
FROM (
    SELECT anchors.cluster, anchors.anchor_set, bit_or(anchors.own_bit) AS anchors
    FROM setrisk_internal.anchors($release) AS anchors
    GROUP BY anchors.cluster, anchors.anchor_set
) AS sets
JOIN (
    SELECT places.cluster, places.anchor_set, bit_or(places.own_bit) AS records
    FROM query_table($places) AS places
    WHERE places.anchor_set IS NOT NULL
    GROUP BY places.cluster, places.anchor_set
) AS people ON people.cluster = sets.cluster AND people.anchor_set = sets.anchor_set
