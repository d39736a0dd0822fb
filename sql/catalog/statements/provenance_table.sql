-- provenance_table()
-- The table that says whose record is whose, which only the owner's database has.
--
-- row:    one, or none
-- column: table_name VARCHAR
-- duckdb only: duckdb_tables
SELECT stored.table_name
FROM duckdb_tables() AS stored
WHERE
    stored.database_name = current_database()
    AND stored.schema_name = 'setrisk_private'
    AND stored.table_name = 'provenance'
