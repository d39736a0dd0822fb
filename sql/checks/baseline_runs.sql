-- baseline_runs(runs)
-- The numbers of the runs of a random baseline. Fewer runs than one are an error, because a baseline of none would look
-- like one that found nothing; so are more runs than a mean can gain anything from.
--
-- row: one per run
-- column: run BIGINT, 1 to 10000: counted from 1
-- reads: nothing
-- duckdb only: range in FROM
SELECT numbers.run
FROM range(1, 1 + setrisk_internal.check_within('runs', $runs, 1, 10000)) AS numbers(run)
