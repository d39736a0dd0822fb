-- completed_relations()
-- The names of relations, tables and views, as a query writes them.
--
-- row:    one per name
-- column: name VARCHAR: with its schema
-- reads:  published
-- duckdb only: duckdb_tables, duckdb_views
SELECT 'setrisk.' || split_part(functions.signature, '(', 1) AS name
FROM setrisk.functions AS functions
UNION
SELECT tables.schema_name || '.' || tables.table_name AS name
FROM duckdb_tables() AS tables
WHERE tables.database_name = current_database()
UNION
SELECT views.schema_name || '.' || views.view_name AS name
FROM duckdb_views() AS views
WHERE views.database_name = current_database() AND NOT views.internal
ORDER BY ALL
