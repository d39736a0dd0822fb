-- exported_cluster_record(release)
-- One row per non-private item of a record of the release, by name, as it leaves the database.
--
-- row: one per non-private item of a record of the release, by name, as it leaves the database
-- column: cluster INTEGER
-- column: record BIGINT
-- column: item VARCHAR?: NULL for a record without any
-- reads: published
SELECT records.cluster, records.record, names.item
FROM setrisk.cluster_record AS records
LEFT JOIN setrisk.published_item AS names ON names.item_id = records.item_id AND names.release = $release
WHERE records.release = $release
ORDER BY records.record, names.item
