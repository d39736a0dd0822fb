-- rows_of_dataset(table_name, dataset)
-- The rows of a data set in a table, with all columns.
--
-- parameter: table_name: its name, with that of its schema
-- parameter: dataset: the data set
-- row:       one per row of the data set
-- reads:     nothing, $table_name: originals
-- duckdb only: query_table
SELECT rows.*
FROM query_table($table_name) AS rows
WHERE rows.dataset = $dataset
