-- cluster_faults(clusters)
-- One row per fault in the clusters of a release that is to be imported.
--
-- row: one per fault in the clusters of a release that is to be imported
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
SELECT 'cluster: a row lacks its cluster or its n_records' AS fault
FROM query_table($clusters) AS listed
WHERE listed.cluster IS NULL OR listed.n_records IS NULL
UNION ALL
SELECT 'cluster: cluster ' || listed.cluster || ' is listed twice' AS fault
FROM query_table($clusters) AS listed
GROUP BY listed.cluster
HAVING count(*) > 1
UNION ALL
SELECT 'cluster: cluster ' || listed.cluster || ' has n_records ' || listed.n_records || '; it must be at least 1' AS fault
FROM query_table($clusters) AS listed
WHERE listed.n_records < 1
