-- counterfeit_faults()
-- The first fault in the numbers of counterfeits of a serial release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_counterfeits(cluster, published_counterfeits): numbers of counterfeits
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
SELECT faults.fault
FROM (
    SELECT 'counterfeits: a row lacks its cluster or its published_counterfeits' AS fault
    FROM _setrisk_imported_counterfeits AS counterfeits
    WHERE counterfeits.cluster IS NULL OR counterfeits.published_counterfeits IS NULL
    UNION ALL
    SELECT 'counterfeits: cluster ' || counterfeits.cluster || ' is not in cluster' AS fault
    FROM _setrisk_imported_counterfeits AS counterfeits
    ANTI JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = counterfeits.cluster
    UNION ALL
    SELECT 'counterfeits: cluster ' || counterfeits.cluster || ' is listed twice' AS fault
    FROM _setrisk_imported_counterfeits AS counterfeits
    GROUP BY counterfeits.cluster
    HAVING count(*) > 1
    UNION ALL
    SELECT
        'counterfeits: cluster ' || counterfeits.cluster || ' has ' || counterfeits.published_counterfeits
        || ' published_counterfeits; it must be 1 to ' || clusters.n_records || ', its records' AS fault
    FROM _setrisk_imported_counterfeits AS counterfeits
    JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = counterfeits.cluster
    WHERE counterfeits.published_counterfeits NOT BETWEEN 1 AND clusters.n_records
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
