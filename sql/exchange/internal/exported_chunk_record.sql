-- exported_chunk_record(release)
-- One row per item of a sub-record of the release, by name, as it leaves the database.
--
-- row: one per item of a sub-record of the release, by name, as it leaves the database
-- column: cluster INTEGER: or joint cluster
-- column: chunk INTEGER
-- column: record BIGINT
-- column: item VARCHAR
-- reads: published
SELECT sub_records.cluster, sub_records.chunk, sub_records.record, names.item
FROM setrisk.chunk_record AS sub_records
JOIN setrisk.published_item AS names ON names.item_id = sub_records.item_id
WHERE sub_records.release = $release AND names.release = $release
ORDER BY sub_records.cluster, sub_records.chunk, sub_records.record, names.item
