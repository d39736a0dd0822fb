-- evaluation_runs(release, draws)
-- What an evaluation compares: the stored attacks on a disassociated release, and the draws of the random baseline.
--
-- row: one per stored attack, and one per draw of the baseline
-- column: run_no BIGINT, >= 1: number over all attacks and draws
-- column: attack VARCHAR: name of the stored attack, or 'random_baseline'
-- column: draw BIGINT, >= 1: draw of the baseline, 1 for a stored attack
-- reads: published
SELECT row_number() OVER (ORDER BY runs.is_drawn, runs.attack, runs.draw) AS run_no, runs.attack, runs.draw
FROM (
    SELECT false AS is_drawn, attacks.attack, 1 AS draw
    FROM setrisk.attack_run AS attacks
    WHERE attacks.release = $release
    UNION ALL
    SELECT true AS is_drawn, 'random_baseline' AS attack, numbers.draw
    FROM setrisk_internal.numbered_draws('draws', $draws) AS numbers
) AS runs
