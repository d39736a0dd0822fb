-- imported_generalised_item(release, generalised_items)
-- One row per row of the imported table, with names replaced by the release's numbers.
-- generalised_item INTEGER; item_id INTEGER
-- internal
-- duckdb only: query_table
SELECT members.generalised_item, names.item_id
FROM query_table($generalised_items) AS members
JOIN setrisk.published_item AS names ON names.item = members.item
WHERE names.release = $release
