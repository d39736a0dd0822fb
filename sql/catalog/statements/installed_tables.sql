-- installed_tables(public, private, internal)
-- The tables in setrisk's schemas in this database, and the schema that has no tables. To look for a table is ten times
-- faster than to look for a view, and a hundred times faster than for a function.
--
-- parameter: public: the schema of published tables
-- parameter: private: the schema of the owner's tables
-- parameter: internal: the schema that has no tables
-- row:       one per table, and one for the schema that has none
-- column:    schema_name VARCHAR
-- column:    table_name VARCHAR?: NULL for the schema that has no tables
-- reads:     nothing
-- duckdb only: duckdb_tables, duckdb_schemas
SELECT tables.schema_name, tables.table_name
FROM duckdb_tables() AS tables
WHERE tables.database_name = current_database() AND tables.schema_name IN ($public, $private)
UNION ALL
SELECT schemas.schema_name, CAST(NULL AS VARCHAR) AS table_name
FROM duckdb_schemas() AS schemas
WHERE schemas.database_name = current_database() AND schemas.schema_name = $internal
