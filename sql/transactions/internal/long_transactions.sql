-- long_transactions(source)
-- One row per transaction of the table `source` (id, item): rows with one id make one transaction; an item that is NULL
-- or empty adds nothing, so that an id with no other row is an empty transaction.
--
-- row: one per transaction of the table `source` (id, item)
-- column: line BIGINT: the transaction's first row, in ascending order
-- column: items VARCHAR[]
-- column: id VARCHAR: the id as given
-- reads: nothing
-- duckdb only: query_table, error
SELECT
    grouped.first_row AS line,
    grouped.items,
    grouped.id
FROM (
    SELECT
        CASE WHEN rows.id IS NULL
            THEN error('row ' || rows.row_no || ' has no transaction id (NULL or empty)')
            ELSE CAST(rows.id AS VARCHAR)
        END AS id,
        min(rows.row_no) AS first_row,
        list(rows.name ORDER BY rows.row_no) FILTER (WHERE coalesce(rows.name, '') <> '') AS items
    FROM (
        SELECT row_number() OVER () AS row_no, given.id, CAST(given.item AS VARCHAR) AS name
        FROM query_table($source) AS given
    ) AS rows
    GROUP BY 1
) AS grouped
ORDER BY line
