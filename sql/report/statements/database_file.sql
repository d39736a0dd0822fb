-- database_file()
-- The file of the database, as it was opened.
--
-- row:    one
-- column: path VARCHAR?: NULL if it is in memory
-- reads:  nothing
-- duckdb only: duckdb_databases
SELECT databases.path
FROM duckdb_databases() AS databases
WHERE databases.database_name = current_database()
