-- rows_of_release(table_name, release)
-- The rows of a release in a table, with all columns.
--
-- parameter: table_name: its name, with that of its schema
-- parameter: release: the release
-- row:       one per row of the release
-- reads:     nothing, $table_name: originals
-- duckdb only: query_table
SELECT rows.*
FROM query_table($table_name) AS rows
WHERE rows.release = $release
