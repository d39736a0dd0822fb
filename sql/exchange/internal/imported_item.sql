-- imported_item(tables)
-- One row per name in the column `item` of the tables, of which a list names those of an imported release, numbered by
-- name.
--
-- row: one per name in the column `item` of the tables, of which a list names those of an imported release, numbered by
--     name
-- column: item_id INTEGER
-- column: item VARCHAR
-- reads: nothing
-- duckdb only: query_table
SELECT CAST(row_number() OVER (ORDER BY shown.item) AS INTEGER) AS item_id, shown.item
FROM (
    -- By the names of the columns: the tables have others beside `item`.
    SELECT DISTINCT entries.item
    FROM query_table($tables, true) AS entries
    WHERE entries.item IS NOT NULL
) AS shown
