-- noted_runs()
-- The runs that have spent privacy budget.
--
-- row:    one per run
-- column: run UUID
-- reads:  originals
SELECT spending.run
FROM setrisk_private.spending AS spending
WHERE spending.run IS NOT NULL
