-- judged_placements(release, draws)
-- Where the stored attacks and the random baseline place each fragment.
--
-- row: one per draw of an attack, fragment, and cluster that the fragment is placed in
-- column: run_no BIGINT: as in evaluation_runs
-- column: fragment BIGINT
-- column: cluster INTEGER, >= 1
-- column: anchors BIT: anchors of the cluster that get the fragment, as in anchors.own_bit
-- reads: published
WITH runs AS MATERIALIZED (
    SELECT
        runs.run_no,
        runs.attack,
        runs.draw
    FROM setrisk_internal.evaluation_runs($release, $draws) AS runs
)
SELECT runs.run_no, placements.fragment, placements.cluster, placements.anchors
FROM setrisk_internal.stored_placements($release) AS placements
JOIN runs ON runs.attack = placements.attack
UNION ALL
SELECT runs.run_no, draws.fragment, draws.cluster, draws.anchors
FROM setrisk_internal.random_placements($release, draws := $draws) AS draws
JOIN runs ON runs.attack = 'random_baseline' AND runs.draw = draws.draw
