-- cluster_faults()
-- The first fault in the clusters of a release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
SELECT faults.fault
FROM (
    SELECT 'cluster: a row lacks its cluster or its n_records' AS fault
    FROM _setrisk_imported_cluster AS clusters
    WHERE clusters.cluster IS NULL OR clusters.n_records IS NULL
    UNION ALL
    SELECT 'cluster: cluster ' || clusters.cluster || ' is listed twice' AS fault
    FROM _setrisk_imported_cluster AS clusters
    GROUP BY clusters.cluster
    HAVING count(*) > 1
    UNION ALL
    SELECT 'cluster: there is a cluster ' || clusters.cluster || '; they are numbered from 1' AS fault
    FROM _setrisk_imported_cluster AS clusters
    WHERE clusters.cluster < 1
    UNION ALL
    SELECT
        'cluster: cluster ' || clusters.cluster || ' has n_records ' || clusters.n_records
        || '; it must be at least 1' AS fault
    FROM _setrisk_imported_cluster AS clusters
    WHERE clusters.n_records < 1
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
