-- columns_of_table(schema, table_name)
-- The columns of a table of this database.
--
-- parameter: schema: of the table
-- parameter: table_name: its name
-- row:       one per column
-- column:    column_name VARCHAR
-- reads:     nothing
-- duckdb only: duckdb_columns
SELECT columns.column_name
FROM duckdb_columns() AS columns
WHERE columns.database_name = current_database()
    AND columns.schema_name = $schema
    AND columns.table_name = $table_name
