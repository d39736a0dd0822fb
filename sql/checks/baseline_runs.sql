-- baseline_runs(runs)
-- One row per run of a random baseline; an error for fewer than one, since no baseline looks like one that found
-- nothing, and for more than a mean gains anything from.
--
-- row: one per run of a random baseline; an error for fewer than one, since no baseline looks like one that found
--     nothing, and for more than a mean gains anything from
-- column: run BIGINT: 1 to runs
-- reads: nothing
-- duckdb only: range in FROM
SELECT numbers.run
FROM range(1, 1 + setrisk_internal.check_within('runs', $runs, 1, 10000)) AS numbers(run)
