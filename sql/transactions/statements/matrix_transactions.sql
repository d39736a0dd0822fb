-- matrix_transactions(source, names)
-- The transactions of a matrix of zeros and ones, which has a row per transaction and a column per item. Raises an
-- error for a cell that is neither 0 nor 1, nor false or true.
--
-- parameter: source: name of a table or view with the column cells, a list of texts, one per name
-- parameter: names: names of the items, in the order of the cells
-- row: one per row of the source, which is one transaction
-- column: line BIGINT, >= 1: number of the row
-- column: items VARCHAR[]: the names whose cell is 1
-- reads: nothing
-- duckdb only: list_position, query_table
SELECT
    rows.line,
    CASE
        WHEN len(list_filter(
            rows.cells,
            lambda cell: coalesce(lower(trim(cell)), '') NOT IN ('0', '1', '0.0', '1.0', 'true', 'false')
        )) > 0
            THEN setrisk_internal.input_error(
                -- Not the cell itself, which may be the name of a person.
                'of the matrix has neither 0 nor 1 in the column '''
                || CAST($names AS VARCHAR[])[list_position(
                    list_transform(
                        rows.cells,
                        lambda cell: coalesce(lower(trim(cell)), '') NOT IN ('0', '1', '0.0', '1.0', 'true', 'false')
                    ),
                    true
                )]
                || '''; leave out a column that is not an item by exclude (--exclude)',
                row_no := rows.line
            )
        ELSE list_filter(
            CAST($names AS VARCHAR[]), lambda name, place: lower(trim(rows.cells[place])) IN ('1', '1.0', 'true')
        )
    END AS items
FROM (
    SELECT row_number() OVER () AS line, source_rows.cells
    FROM query_table($source) AS source_rows
) AS rows
