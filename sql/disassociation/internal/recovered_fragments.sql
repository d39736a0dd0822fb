-- recovered_fragments(source, places)
-- The original records that correct placements bring fragments back to.
--
-- parameter: source: the name of a CTE of the caller with the rows of correct_placements
-- parameter: places: the name of a CTE of the caller with the rows of record_places
-- row: one per attack, fragment and original record
-- column: attack VARCHAR: as in the source
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchor_set BIGINT
-- column: tid BIGINT, >= 1
-- column: anchors BIT: anchors that may be the record and get the fragment, as in anchors.own_bit
-- reads: nothing, $source: originals, $places: originals
-- duckdb only: query_table, get_bit
SELECT
    placements.attack,
    placements.fragment,
    placements.cluster,
    placements.anchor_set,
    places.tid,
    placements.anchors
FROM query_table($source) AS placements
JOIN query_table($places) AS places
    ON places.cluster = placements.cluster
    AND places.anchor_set = placements.anchor_set
    AND get_bit(placements.holders, places.place) = 1
