-- completed_columns()
-- The names of columns of public relations, tables and views.
--
-- row:    one per name
-- column: name VARCHAR
-- reads:  published
-- duckdb only: duckdb_columns
SELECT columns.name
FROM setrisk.columns AS columns
UNION
SELECT stored_columns.column_name AS name
FROM duckdb_columns() AS stored_columns
WHERE stored_columns.database_name = current_database() AND NOT stored_columns.internal
ORDER BY ALL
