-- filled_tables()
-- A table of the database that has rows, or that setrisk has not made.
--
-- row:    one, or none if there is no such table
-- column: table_name VARCHAR
-- duckdb only: duckdb_tables
SELECT tables.table_name
FROM duckdb_tables() AS tables
WHERE
    tables.database_name = current_database()
    AND NOT tables.temporary
    AND (tables.estimated_size > 0 OR NOT starts_with(tables.schema_name, 'setrisk'))
LIMIT 1
