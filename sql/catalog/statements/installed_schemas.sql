-- installed_schemas(public, private, internal)
-- Those of setrisk's schemas that are in this database. To look for a table is ten times faster than to look for a
-- view, and a hundred times faster than for a function: so it is one table of each schema that has tables, since users
-- may drop any.
--
-- parameter: public: the schema of published tables
-- parameter: private: the schema of the owner's tables
-- parameter: internal: the schema that has no tables
-- row:       one per schema
-- column:    schema_name VARCHAR
-- reads:     nothing
-- duckdb only: duckdb_tables, duckdb_schemas
SELECT tables.schema_name
FROM duckdb_tables() AS tables
WHERE tables.database_name = current_database()
    AND (
        (tables.schema_name = $public AND tables.table_name = 'release')
        OR (tables.schema_name = $private AND tables.table_name = 'transaction_item')
    )
UNION ALL
SELECT schemas.schema_name
FROM duckdb_schemas() AS schemas
WHERE schemas.database_name = current_database() AND schemas.schema_name = $internal
