-- list_transactions(source)
-- One row per row of the table `source` (items, a list): one transaction each.
--
-- row: one per row of the table `source` (items, a list)
-- column: line BIGINT: the row, from 1
-- column: items VARCHAR[]: as they stand in the list, repeats included
-- reads: nothing
-- duckdb only: query_table, error
SELECT
    given.line,
    CASE
        WHEN len(list_filter(given.items, lambda name: name IS NULL)) > 0
            THEN error('row ' || given.line || ' has a list with a NULL in it')
        ELSE list_filter(CAST(given.items AS VARCHAR[]), lambda name: name <> '')
    END AS items
FROM (SELECT row_number() OVER () AS line, source_rows.items FROM query_table($source) AS source_rows) AS given
