-- hash_of_table(table_name)
-- A hash of the rows of a table or view, in whatever order they are.
--
-- row:    one
-- column: hash VARCHAR
-- duckdb only: query_table, hash
SELECT count(*) || '/' || coalesce(bit_xor(hash(source_rows)), 0) AS hash
FROM query_table($table_name) AS source_rows
