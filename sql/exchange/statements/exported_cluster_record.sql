-- exported_cluster_record(release)
-- The records of a serial release without their sensitive items, by the names of their items.
--
-- row: one per item of a record, and one per record that has none
-- column: cluster INTEGER, >= 1: number of the record's cluster
-- column: record BIGINT, >= 1: its number
-- column: item VARCHAR?: NULL for a record without items
-- reads: published
SELECT records.cluster, records.record, names.item
FROM setrisk.cluster_record AS records
LEFT JOIN setrisk.published_item AS names ON names.item_id = records.item_id AND names.release = $release
WHERE records.release = $release
ORDER BY records.record, names.item
