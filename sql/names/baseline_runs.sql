-- baseline_runs(runs)
-- One row per run of a random baseline; an error for fewer than one, since no baseline looks like one that found nothing.
-- run BIGINT: 1 to runs
-- internal
-- duckdb only: range in FROM
SELECT numbers.run
FROM range(1, 1 + setrisk.at_least('runs', $runs, 1)) AS numbers(run)
