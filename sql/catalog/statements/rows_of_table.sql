-- rows_of_table(table_name)
-- All rows of a table, with all its columns.
--
-- parameter: table_name: its name, with those of its schema and, if it is of another, its database
-- row:       one per row of the table
-- reads:     nothing, $table_name: originals
-- duckdb only: query_table
SELECT rows.*
FROM query_table($table_name) AS rows
