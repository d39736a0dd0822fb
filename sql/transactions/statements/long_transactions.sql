-- long_transactions(source)
-- The transactions of a table with one row per transaction and item: the rows of one id are one transaction. A row
-- without an item (NULL or empty) adds none, so an id that has only such rows is an empty transaction. Raises an error
-- for a row without an id.
--
-- parameter: source: name of a table or view with the columns id and item
-- row: one per id, ordered by the first row of each
-- column: line BIGINT, >= 1: number of the first row of the transaction
-- column: items VARCHAR[]?: in the order of the rows, with repeats; NULL if there are none
-- column: id VARCHAR: the id of the source
-- reads: nothing
SELECT
    min(rows.row_no) AS line,
    list(rows.item ORDER BY rows.row_no) FILTER (WHERE coalesce(rows.item, '') <> '') AS items,
    rows.id
FROM setrisk_internal.rows_with_id($source) AS rows
GROUP BY rows.id
ORDER BY line
