-- judged_placements(release, runs)
-- Where the stored attacks and the random baseline place each fragment.
--
-- row: one per run of an attack, fragment, and cluster that the fragment is placed in
-- column: run_no BIGINT: as in evaluation_runs
-- column: fragment BIGINT
-- column: cluster INTEGER
-- column: anchors BIT: anchors of the cluster that get the fragment, as in anchors.own_bit
-- reads: published
WITH runs AS MATERIALIZED (
    SELECT
        numbered.run_no,
        numbered.attack,
        numbered.run
    FROM setrisk_internal.evaluation_runs($release, $runs) AS numbered
)
SELECT runs.run_no, stored.fragment, stored.cluster, stored.anchors
FROM setrisk_internal.stored_placements($release) AS stored
JOIN runs ON runs.attack = stored.attack
UNION ALL
SELECT runs.run_no, random.fragment, random.cluster, random.anchors
FROM setrisk_internal.random_placements($release, runs := $runs) AS random
JOIN runs ON runs.attack = 'random baseline' AND runs.run = random.run
