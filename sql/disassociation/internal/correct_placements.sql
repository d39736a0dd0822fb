-- correct_placements(release, source, sets, contents)
-- The placements of fragments that are correct: some original record with such an anchor holds the fragment.
--
-- parameter: source: the name of a CTE of the caller with the placements to judge: attack (a name or a number),
--     fragment, cluster, and anchors, the anchors of the cluster that get the fragment, as in anchors.own_bit
-- parameter: sets: the name of a CTE of the caller with the rows of anchor_sets
-- parameter: contents: the name of a CTE of the caller with the rows of cluster_items
-- row: one per attack, fragment and anchor set
-- column: attack VARCHAR: as in the source
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT
-- column: anchors BIT: anchors of the set that get the fragment, as in anchors.own_bit
-- column: holders BIT: original records that have such an anchor and hold the fragment, as in record_places.own_bit
-- reads: published, $source: published, $sets: originals, $contents: originals
-- duckdb only: query_table, bit_count
SELECT
    placements.attack,
    placements.fragment,
    placements.cluster,
    sets.anchor_set,
    placements.anchors & sets.anchors AS anchors,
    records.holders & sets.records AS holders
FROM query_table($source) AS placements
JOIN setrisk_internal.fragment_records($release, $contents) AS records
    ON records.fragment = placements.fragment AND records.cluster = placements.cluster
JOIN query_table($sets) AS sets ON sets.cluster = placements.cluster
WHERE bit_count(placements.anchors & sets.anchors) > 0 AND bit_count(records.holders & sets.records) > 0
