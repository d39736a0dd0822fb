-- current_database_is_read_only()
-- Whether the current database is open for reading only.
--
-- row:    one
-- column: is_read_only BOOLEAN
-- duckdb only: duckdb_databases
SELECT databases.readonly AS is_read_only
FROM duckdb_databases() AS databases
WHERE databases.database_name = current_database()
