-- evaluation_runs(release, runs)
-- What an evaluation compares: the stored attacks on a disassociated release, and the runs of the random baseline.
--
-- row: one per stored attack, and one per run of the baseline
-- column: run_no BIGINT, >= 1: number over all attacks and runs
-- column: attack VARCHAR: name of the stored attack, or 'random baseline'
-- column: run BIGINT, >= 1: run of the baseline, 1 for a stored attack
-- reads: published
SELECT row_number() OVER (ORDER BY runs.is_drawn, runs.attack, runs.run) AS run_no, runs.attack, runs.run
FROM (
    SELECT false AS is_drawn, attacks.attack, 1 AS run
    FROM setrisk.attack_run AS attacks
    WHERE attacks.release = $release
    UNION ALL
    SELECT true AS is_drawn, 'random baseline' AS attack, numbers.run
    FROM setrisk_internal.baseline_runs($runs) AS numbers
) AS runs
