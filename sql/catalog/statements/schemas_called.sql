-- schemas_called(names)
-- The schemas of this database that have one of some names.
--
-- parameter: names: in lower case
-- row:       one per schema
-- column:    schema_name VARCHAR: as it is written
-- reads:     nothing
-- duckdb only: duckdb_schemas
SELECT schemas.schema_name
FROM duckdb_schemas() AS schemas
WHERE schemas.database_name = current_database()
    AND list_contains(CAST($names AS VARCHAR[]), lower(schemas.schema_name))
