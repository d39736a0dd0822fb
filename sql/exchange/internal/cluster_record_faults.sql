-- cluster_record_faults(clusters, cluster_records)
-- One row per fault in the records of a serial release that is to be imported.
--
-- row: one per fault in the records of a serial release that is to be imported
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
SELECT 'cluster_record: a row lacks its cluster or its record' AS fault
FROM query_table($cluster_records) AS records
WHERE records.cluster IS NULL OR records.record IS NULL
UNION ALL
SELECT 'cluster_record: cluster ' || records.cluster || ' is not in cluster' AS fault
FROM query_table($cluster_records) AS records
ANTI JOIN query_table($clusters) AS listed ON listed.cluster = records.cluster
UNION ALL
SELECT 'cluster_record: record ' || records.record || ' is in the clusters ' || min(records.cluster) || ' and ' || max(records.cluster) AS fault
FROM query_table($cluster_records) AS records
GROUP BY records.record
HAVING count(DISTINCT records.cluster) > 1
UNION ALL
SELECT 'cluster_record: record ' || records.record || ' has ' || records.item || ' twice' AS fault
FROM query_table($cluster_records) AS records
GROUP BY records.record, records.item
HAVING count(*) > 1
UNION ALL
SELECT 'cluster_record: record ' || records.record || ' has a row without an item, and other rows' AS fault
FROM query_table($cluster_records) AS records
GROUP BY records.record
HAVING count(*) > 1 AND count(records.item) < count(*)
UNION ALL
SELECT 'cluster: cluster ' || listed.cluster || ' has n_records ' || listed.n_records || ', but cluster_record has '
    || count(DISTINCT records.record) || ' records of it' AS fault
FROM query_table($clusters) AS listed
LEFT JOIN query_table($cluster_records) AS records ON records.cluster = listed.cluster
GROUP BY listed.cluster, listed.n_records
HAVING count(DISTINCT records.record) <> listed.n_records
