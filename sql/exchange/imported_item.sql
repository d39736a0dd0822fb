-- imported_item(generalised_items, records)
-- One row per name that the tables generalised_items and records of an imported release show, numbered by name.
-- item_id INTEGER; item VARCHAR
-- internal
-- duckdb only: query_table
SELECT CAST(row_number() OVER (ORDER BY shown.item) AS INTEGER) AS item_id, shown.item
FROM (
    SELECT members.item FROM query_table($generalised_items) AS members
    UNION
    SELECT entries.item FROM query_table($records) AS entries WHERE entries.item IS NOT NULL
) AS shown
