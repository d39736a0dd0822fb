-- query_transactions(source)
-- The transactions of a table of search queries: short queries of a user, and noun phrases of longer ones, are the
-- items of one transaction. Raises an error for a row without an id.
--
-- parameter: source: name of a table or view with the columns id, the user, and text, the query
-- row: one per id, ordered by the first row of each
-- column: line BIGINT, >= 1: number of the first row of the transaction
-- column: items VARCHAR[]: in the order of the queries
-- column: id VARCHAR: the id of the source
-- reads: nothing
-- source: THESIS 5.1.1; CONTEXT 6.1.2
-- duckdb only: query_table, and the tagger is a Python kernel
SELECT users.first_row AS line, _setrisk_query_items_v1(users.queries) AS items, users.id
FROM (
    SELECT
        CASE WHEN rows.id IS NULL
            THEN setrisk_internal.input_error('has no transaction id (NULL or empty)', row_no := rows.row_no)
            ELSE CAST(rows.id AS VARCHAR)
        END AS id,
        min(rows.row_no) AS first_row,
        list(rows.query ORDER BY rows.row_no) AS queries
    FROM (
        SELECT row_number() OVER () AS row_no, source_rows.id, CAST(source_rows.text AS VARCHAR) AS query
        FROM query_table($source) AS source_rows
    ) AS rows
    GROUP BY 1
) AS users
ORDER BY line
