-- staged_sets(release)
-- One row per record of a release that has non-private items.
--
-- row: one per record of a release that has non-private items
-- column: cluster INTEGER
-- column: record BIGINT
-- column: items INTEGER[]: ascending
-- reads: published
SELECT records.cluster, records.record, list_sort(list(records.item_id)) AS items
FROM setrisk.cluster_record AS records
WHERE records.release = $release AND records.item_id IS NOT NULL
GROUP BY records.cluster, records.record
