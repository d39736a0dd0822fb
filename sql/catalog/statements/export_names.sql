-- export_names()
-- The names of all releases that were exported.
--
-- row:    one per name
-- column: name VARCHAR
-- reads:  originals
SELECT DISTINCT runs.release AS name
FROM setrisk_private.export_run AS runs
ORDER BY name
