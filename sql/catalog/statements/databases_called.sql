-- databases_called(names)
-- The databases of a connection that have one of some names.
--
-- parameter: names: in lower case
-- row:       one per database
-- column:    database_name VARCHAR: as it is written
-- reads:     nothing
-- duckdb only: duckdb_databases
SELECT databases.database_name
FROM duckdb_databases() AS databases
WHERE list_contains(CAST($names AS VARCHAR[]), lower(databases.database_name))
