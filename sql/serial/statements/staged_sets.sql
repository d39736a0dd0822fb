-- staged_sets(release)
-- The set of non-sensitive items of each record of a draft that has any.
--
-- row:    one per record with non-sensitive items
-- column: cluster INTEGER, >= 1
-- column: items INTEGER[]: ascending
-- reads:  published
SELECT sets.cluster, sets.items
FROM (
    SELECT records.cluster, records.record, list_sort(list(records.item_id)) AS items
    FROM setrisk.cluster_record AS records
    WHERE records.release = $release AND records.item_id IS NOT NULL
    GROUP BY records.cluster, records.record
) AS sets
ORDER BY sets.record
