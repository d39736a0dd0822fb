-- baseline_runs(runs)
-- One row per run of a random baseline; an error for fewer than one, since no baseline looks like one that found nothing.
-- run BIGINT: 1 to runs
-- internal
-- duckdb only: range in FROM, error
SELECT numbers.run
FROM range(
    1,
    1 + CASE
        WHEN coalesce($runs, 0) < 1
            THEN CAST(error('runs is ' || coalesce(CAST($runs AS VARCHAR), 'NULL') || '; it must be at least 1') AS BIGINT)
        ELSE $runs
    END
) AS numbers(run)
