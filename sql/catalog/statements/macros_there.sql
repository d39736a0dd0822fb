-- macros_there(schemas)
-- The macros that some schemas of this database have, those of the user included.
--
-- parameter: schemas: names of schemas
-- row:       one per macro
-- column:    schema VARCHAR
-- column:    name VARCHAR
-- column:    kind VARCHAR: what DROP calls it
-- reads:     nothing
-- duckdb only: duckdb_functions
SELECT DISTINCT
    functions.schema_name AS schema,
    functions.function_name AS name,
    CASE WHEN functions.function_type = 'table_macro' THEN 'MACRO TABLE' ELSE 'MACRO' END AS kind
FROM duckdb_functions() AS functions
WHERE list_contains(CAST($schemas AS VARCHAR[]), functions.schema_name)
    AND functions.database_name = current_database()
    AND functions.function_type IN ('macro', 'table_macro')
