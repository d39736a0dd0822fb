-- baseline_runs(runs)
-- One row per run of a random baseline; an error for fewer than one, since no baseline looks like one that found nothing,
-- and for more than a mean gains anything from.
-- run BIGINT: 1 to runs
-- internal
-- duckdb only: range in FROM
SELECT numbers.run
FROM range(1, 1 + setrisk.within('runs', $runs, 1, 10000)) AS numbers(run)
