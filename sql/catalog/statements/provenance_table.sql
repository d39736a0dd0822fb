-- provenance_table()
-- The table that says whose record is whose, which only the owner's database has.
--
-- row:    one, or none
-- column: table_name VARCHAR
-- duckdb only: duckdb_tables
SELECT tables.table_name
FROM duckdb_tables() AS tables
WHERE
    tables.database_name = current_database()
    AND tables.schema_name = 'setrisk_private'
    AND tables.table_name = 'provenance'
