-- imported_generalised_record(release, records)
-- One row per row of the imported table, with names replaced by the release's numbers.
-- record BIGINT; position INTEGER; item_id INTEGER; generalised_item INTEGER
-- internal
-- duckdb only: query_table
SELECT entries.record, entries.position, names.item_id, entries.generalised_item
FROM query_table($records) AS entries
LEFT JOIN setrisk.published_item AS names ON names.item = entries.item AND names.release = $release
