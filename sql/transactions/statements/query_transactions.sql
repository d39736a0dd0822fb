-- query_transactions(source)
-- The transactions of a table of search queries: short queries of a user, and noun phrases of longer ones, are the
-- items of one transaction. Raises an error for a row without an id.
--
-- parameter: source: name of a table or view with the columns id, the user, and item, the query
-- row: one per id, ordered by the first row of each
-- column: line BIGINT, >= 1: number of the first row of the transaction
-- column: items VARCHAR[]: in the order of the queries
-- column: id VARCHAR: the id of the source
-- reads: nothing
-- source: THESIS 5.1.1; CONTEXT 6.1.2
-- duckdb only: the tagger is a Python kernel
SELECT
    min(rows.row_no) AS line,
    _setrisk_query_items_v1(list(rows.item ORDER BY rows.row_no)) AS items,
    rows.id
FROM setrisk_internal.rows_with_id($source) AS rows
GROUP BY rows.id
ORDER BY line
