-- imported_rows(release, entries)
-- One row per row of the table `entries` of an imported release, with its names replaced by the release's numbers. The
-- columns of the table, with item_id INTEGER instead of item
--
-- row: one per row of the table `entries` of an imported release, with its names replaced by the release's numbers
-- reads: published
-- duckdb only: query_table
SELECT given.* EXCLUDE (item), names.item_id
FROM query_table($entries) AS given
LEFT JOIN setrisk.published_item AS names ON names.item = given.item AND names.release = $release
