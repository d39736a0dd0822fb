-- has_row_of_release(table_name, release)
-- Whether a table has a row of a release.
--
-- parameter: table_name: the table, with its schema
-- parameter: release: the release
-- row:       one
-- column:    is_there BOOLEAN
-- reads:     nothing, $table_name: originals
-- duckdb only: query_table
SELECT EXISTS (
    SELECT 1
    FROM query_table($table_name) AS rows
    WHERE rows.release = $release
) AS is_there
