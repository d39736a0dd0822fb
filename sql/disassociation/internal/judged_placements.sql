-- judged_placements(release, runs)
-- Where the stored attacks and the random baseline place each fragment, next to the original records that hold it.
--
-- row: one per run of an attack, fragment, and cluster that the fragment is placed in
-- column: run_no BIGINT: as in evaluation_runs
-- column: fragment BIGINT
-- column: cluster INTEGER
-- column: anchors BIT: anchors of the cluster that get the fragment, as in anchors.own_bit
-- column: holders BIT?: original records of the cluster that hold it, as in record_places.own_bit; NULL where none does
-- reads: originals
WITH runs AS MATERIALIZED (
    SELECT
        numbered.run_no,
        numbered.attack,
        numbered.run
    FROM setrisk_internal.evaluation_runs($release, $runs) AS numbered
),
placed AS (
    SELECT runs.run_no, stored.fragment, stored.cluster, bit_or(anchors.own_bit) AS anchors
    FROM setrisk_internal.placed_fragments($release) AS stored
    JOIN runs ON runs.attack = stored.attack
    JOIN setrisk_internal.anchors($release) AS anchors
        ON anchors.cluster = stored.cluster AND anchors.anchor = stored.anchor
    GROUP BY runs.run_no, stored.fragment, stored.cluster
    UNION ALL
    SELECT runs.run_no, random.fragment, random.cluster, random.anchors
    FROM setrisk_internal.random_placements($release, runs := $runs) AS random
    JOIN runs ON runs.attack = 'random baseline' AND runs.run = random.run
)
SELECT placed.run_no, placed.fragment, placed.cluster, placed.anchors, records.holders
FROM placed
LEFT JOIN setrisk_internal.fragment_records($release) AS records
    ON records.fragment = placed.fragment AND records.cluster = placed.cluster
