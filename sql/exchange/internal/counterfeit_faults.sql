-- counterfeit_faults(clusters, counterfeits)
-- One row per fault in the numbers of counterfeits of a serial release that is to be imported.
--
-- row: one per fault in the numbers of counterfeits of a serial release that is to be imported
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
SELECT 'counterfeits: a row lacks its cluster or its n' AS fault
FROM query_table($counterfeits) AS added
WHERE added.cluster IS NULL OR added.n IS NULL
UNION ALL
SELECT 'counterfeits: cluster ' || added.cluster || ' is not in cluster' AS fault
FROM query_table($counterfeits) AS added
ANTI JOIN query_table($clusters) AS listed ON listed.cluster = added.cluster
UNION ALL
SELECT 'counterfeits: cluster ' || added.cluster || ' is listed twice' AS fault
FROM query_table($counterfeits) AS added
GROUP BY added.cluster
HAVING count(*) > 1
UNION ALL
SELECT
    'counterfeits: cluster ' || added.cluster || ' has n ' || added.n || '; it must be 1 to ' || listed.n_records || ', its records'
    AS fault
FROM query_table($counterfeits) AS added
JOIN query_table($clusters) AS listed ON listed.cluster = added.cluster
WHERE added.n NOT BETWEEN 1 AND listed.n_records
