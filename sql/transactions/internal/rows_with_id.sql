-- rows_with_id(source)
-- The rows of a table with one row per transaction and text. Raises an error for a row without an id.
--
-- parameter: source: name of a table or view with the columns id and item
-- row: one per row of source
-- column: row_no BIGINT, >= 1: its number
-- column: id VARCHAR: the id of the transaction
-- column: item VARCHAR?: what it has as an item
-- reads: nothing
-- duckdb only: query_table
SELECT
    rows.row_no,
    CASE WHEN rows.id IS NULL
        THEN setrisk_internal.input_error('has no transaction id (NULL or empty)', row_no := rows.row_no)
        ELSE CAST(rows.id AS VARCHAR)
    END AS id,
    CAST(rows.item AS VARCHAR) AS item
FROM (
    SELECT row_number() OVER () AS row_no, source_rows.id, source_rows.item
    FROM query_table($source) AS source_rows
) AS rows
