-- list_transactions(source)
-- The transactions of a table with one list of items per row. Raises an error for a list that contains a NULL.
--
-- parameter: source: name of a table or view with the column items, a list
-- row: one per row of the source, which is one transaction
-- column: line BIGINT, >= 1: number of the row
-- column: items VARCHAR[]?: in the order of the list, with repeats, without empty names; NULL for no list
-- reads: nothing
-- duckdb only: query_table
SELECT
    rows.line,
    CASE
        WHEN len(list_filter(rows.items, lambda name: name IS NULL)) > 0
            THEN setrisk_internal.input_error('has a list with a NULL in it', row_no := rows.line)
        ELSE list_filter(CAST(rows.items AS VARCHAR[]), lambda name: name <> '')
    END AS items
FROM (
    SELECT row_number() OVER () AS line, source_rows.items
    FROM query_table($source) AS source_rows
) AS rows
