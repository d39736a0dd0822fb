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
-- duckdb only: query_table
SELECT
    transactions.first_row AS line,
    transactions.items,
    transactions.id
FROM (
    SELECT
        CASE WHEN rows.id IS NULL
            THEN setrisk_internal.input_error('has no transaction id (NULL or empty)', row_no := rows.row_no)
            ELSE CAST(rows.id AS VARCHAR)
        END AS id,
        min(rows.row_no) AS first_row,
        list(rows.name ORDER BY rows.row_no) FILTER (WHERE coalesce(rows.name, '') <> '') AS items
    FROM (
        SELECT row_number() OVER () AS row_no, source_rows.id, CAST(source_rows.item AS VARCHAR) AS name
        FROM query_table($source) AS source_rows
    ) AS rows
    GROUP BY 1
) AS transactions
ORDER BY line
