-- cluster_record_faults()
-- The first fault in the records of a serial release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_cluster_record(cluster, record, item): items of records
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
SELECT faults.fault
FROM (
    SELECT 'cluster_record: a row lacks its cluster or its record' AS fault
    FROM _setrisk_imported_cluster_record AS records
    WHERE records.cluster IS NULL OR records.record IS NULL
    UNION ALL
    SELECT 'cluster_record: cluster ' || records.cluster || ' is not in cluster' AS fault
    FROM _setrisk_imported_cluster_record AS records
    ANTI JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = records.cluster
    UNION ALL
    SELECT
        'cluster_record: record ' || records.record || ' is in the clusters ' || min(records.cluster) || ' and '
        || max(records.cluster) AS fault
    FROM _setrisk_imported_cluster_record AS records
    GROUP BY records.record
    HAVING count(DISTINCT records.cluster) > 1
    UNION ALL
    SELECT 'cluster_record: there is a record ' || records.record || '; they are numbered from 1' AS fault
    FROM _setrisk_imported_cluster_record AS records
    WHERE records.record < 1
    UNION ALL
    SELECT 'cluster_record: record ' || records.record || ' has ' || records.item || ' twice' AS fault
    FROM _setrisk_imported_cluster_record AS records
    GROUP BY records.record, records.item
    HAVING count(*) > 1
    UNION ALL
    SELECT 'cluster_record: record ' || records.record || ' has a row without an item, and other rows' AS fault
    FROM _setrisk_imported_cluster_record AS records
    GROUP BY records.record
    HAVING count(*) > 1 AND count(records.item) < count(*)
    UNION ALL
    SELECT
        'cluster: cluster ' || clusters.cluster || ' has n_records ' || clusters.n_records
        || ', but cluster_record has ' || count(DISTINCT records.record) || ' records of it' AS fault
    FROM _setrisk_imported_cluster AS clusters
    LEFT JOIN _setrisk_imported_cluster_record AS records ON records.cluster = clusters.cluster
    GROUP BY clusters.cluster, clusters.n_records
    HAVING count(DISTINCT records.record) <> clusters.n_records
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
