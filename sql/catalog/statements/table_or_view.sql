-- table_or_view(table_name, schema, database)
-- Where a query finds a table or a view. The names of SQL are alike whatever their case.
--
-- parameter: schema: or '' for those in which a query looks
-- parameter: database: or '' for the current one and the temporary tables
-- row:       one, or none if there is no such table
-- column:    database_name VARCHAR
-- column:    schema_name VARCHAR
-- column:    name VARCHAR: as it is written there
-- duckdb only: duckdb_tables, duckdb_views, current_schemas
SELECT candidates.database_name, candidates.schema_name, candidates.name
FROM (
    SELECT tables.database_name, tables.schema_name, tables.table_name AS name FROM duckdb_tables() AS tables
    UNION ALL
    SELECT views.database_name, views.schema_name, views.view_name AS name FROM duckdb_views() AS views
) AS candidates
WHERE
    lower(candidates.name) = lower($table_name)
    AND CASE
        WHEN $schema = '' THEN list_contains(current_schemas(true), candidates.schema_name)
        ELSE lower(candidates.schema_name) = lower($schema)
    END
    AND CASE
        WHEN $database = '' THEN candidates.database_name IN (current_database(), 'temp')
        ELSE lower(candidates.database_name) = lower($database)
    END
ORDER BY candidates.name <> $table_name, candidates.database_name <> 'temp'
LIMIT 1
