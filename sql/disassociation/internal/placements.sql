-- placements(release, runs)
-- One row per stored attack on a disassociated release and run of the random baseline beside them.
--
-- row: one per stored attack on a disassociated release and run of the random baseline beside them
-- column: try BIGINT: a number
-- column: attack VARCHAR: 'random baseline' beside the stored ones
-- column: run BIGINT: 1 to runs, of stored attacks 1
-- reads: published
SELECT row_number() OVER (ORDER BY listed.is_drawn, listed.attack, listed.run) AS try, listed.attack, listed.run
FROM (
    SELECT false AS is_drawn, stored.attack, 1 AS run
    FROM setrisk.attack AS stored
    WHERE stored.release = $release
    UNION ALL
    SELECT true AS is_drawn, 'random baseline' AS attack, counted.run
    FROM setrisk_internal.baseline_runs($runs) AS counted
) AS listed
