-- matrix_transactions(source, names)
-- One row per row of the table `source` (cells VARCHAR[], one per name, each 0 or 1, false or true): one transaction
-- each.
--
-- row: one per row of the table `source` (cells VARCHAR[], one per name, each 0 or 1, false or true)
-- column: line BIGINT: the row, from 1
-- column: items VARCHAR[]: the names whose cell is 1
-- reads: nothing
-- duckdb only: query_table, error
SELECT
    given.line,
    CASE
        WHEN len(list_filter(given.cells, lambda cell: coalesce(lower(trim(cell)), '') NOT IN ('0', '1', '0.0', '1.0', 'true', 'false'))) > 0
            THEN error(
                'row ' || given.line || ' of the matrix has the cell '''
                || coalesce(left(list_filter(given.cells, lambda cell: coalesce(lower(trim(cell)), '') NOT IN ('0', '1', '0.0', '1.0', 'true', 'false'))[1], 40), '')
                || ''': only 0 and 1 may stand there'
            )
        ELSE list_filter(CAST($names AS VARCHAR[]), lambda name, place: lower(trim(given.cells[place])) IN ('1', '1.0', 'true'))
    END AS items
FROM (SELECT row_number() OVER () AS line, source_rows.cells FROM query_table($source) AS source_rows) AS given
