-- columns_there(schemas)
-- The columns of all tables in some schemas of this database, in lower case.
--
-- parameter: schemas: names of schemas
-- row:       one per table and column
-- column:    schema VARCHAR
-- column:    table_name VARCHAR
-- column:    column_name VARCHAR
-- reads:     nothing
-- duckdb only: duckdb_columns
SELECT
    lower(columns.schema_name) AS schema,
    lower(columns.table_name) AS table_name,
    lower(columns.column_name) AS column_name
FROM duckdb_columns() AS columns
WHERE columns.database_name = current_database()
    AND list_contains(CAST($schemas AS VARCHAR[]), lower(columns.schema_name))
