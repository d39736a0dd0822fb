-- row_count(table_name)
-- How many rows a table has.
--
-- parameter: table_name: its name
-- row:       one
-- column:    n_rows BIGINT, >= 0
-- reads:     nothing, $table_name: originals
-- duckdb only: query_table
SELECT count(*) AS n_rows
FROM query_table($table_name) AS rows
