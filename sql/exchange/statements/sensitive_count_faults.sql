-- sensitive_count_faults()
-- The first fault in the sensitive items and sensitive sets of a serial release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_sensitive_count(cluster, item, copies): sensitive items of clusters
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
-- stages: _setrisk_imported_cluster_record(cluster, record, item): items of records
-- stages: _setrisk_imported_sensitive_set(cluster, sensitive_set, item): items of sensitive sets
SELECT faults.fault
FROM (
    SELECT 'sensitive_count: a row lacks its item or its copies' AS fault
    FROM _setrisk_imported_sensitive_count AS terms
    WHERE terms.item IS NULL OR terms.copies IS NULL
    UNION ALL
    SELECT 'sensitive_count: cluster ' || terms.cluster || ' is not in cluster' AS fault
    FROM _setrisk_imported_sensitive_count AS terms
    ANTI JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = terms.cluster
    WHERE terms.cluster IS NOT NULL
    UNION ALL
    SELECT
        'sensitive_count: ' || coalesce('cluster ' || terms.cluster, 'the global bag') || ' has ' || terms.item
        || ' twice' AS fault
    FROM _setrisk_imported_sensitive_count AS terms
    GROUP BY terms.cluster, terms.item
    HAVING count(*) > 1
    UNION ALL
    SELECT
        'sensitive_count: ' || coalesce('cluster ' || terms.cluster, 'the global bag') || ' has ' || terms.copies
        || ' copies of ' || terms.item || '; it must have at least 1' AS fault
    FROM _setrisk_imported_sensitive_count AS terms
    WHERE terms.copies < 1
    UNION ALL
    SELECT
        'sensitive_count: cluster ' || terms.cluster || ' has ' || terms.copies || ' copies of ' || terms.item
        || ', but ' || clusters.n_records || ' records' AS fault
    FROM _setrisk_imported_sensitive_count AS terms
    JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = terms.cluster
    WHERE terms.copies > clusters.n_records
    UNION ALL
    SELECT
        'sensitive_count: there are ' || totals.copies || ' copies of ' || totals.item || ', but ' || totals.n_records
        || ' records' AS fault
    FROM (
        SELECT terms.item, sum(terms.copies) AS copies, max(sizes.n_records) AS n_records
        FROM _setrisk_imported_sensitive_count AS terms
        CROSS JOIN (SELECT sum(clusters.n_records) AS n_records FROM _setrisk_imported_cluster AS clusters) AS sizes
        GROUP BY terms.item
    ) AS totals
    WHERE totals.copies > totals.n_records
    UNION ALL
    SELECT DISTINCT 'sensitive_count: ' || terms.item || ' is an item of records too' AS fault
    FROM _setrisk_imported_sensitive_count AS terms
    SEMI JOIN _setrisk_imported_cluster_record AS records ON records.item = terms.item
    UNION ALL
    SELECT 'sensitive_set: a row lacks its cluster, its sensitive_set or its item' AS fault
    FROM _setrisk_imported_sensitive_set AS sets
    WHERE sets.cluster IS NULL OR sets.sensitive_set IS NULL OR sets.item IS NULL
    UNION ALL
    SELECT
        'sensitive_set: cluster ' || sets.cluster || ' has a set ' || sets.sensitive_set
        || '; they are numbered from 1' AS fault
    FROM _setrisk_imported_sensitive_set AS sets
    WHERE sets.sensitive_set < 1
    UNION ALL
    SELECT
        'sensitive_set: set ' || sets.sensitive_set || ' of cluster ' || sets.cluster || ' has ' || sets.item
        || ' twice' AS fault
    FROM _setrisk_imported_sensitive_set AS sets
    GROUP BY sets.cluster, sets.sensitive_set, sets.item
    HAVING count(*) > 1
    UNION ALL
    SELECT
        'sensitive_set: cluster ' || sets.cluster || ' has ' || count(*) || ' sets with ' || sets.item || ', but '
        || coalesce(max(terms.copies), 0) || ' copies in sensitive_count' AS fault
    FROM _setrisk_imported_sensitive_set AS sets
    LEFT JOIN _setrisk_imported_sensitive_count AS terms ON terms.cluster = sets.cluster AND terms.item = sets.item
    GROUP BY sets.cluster, sets.item
    HAVING count(*) <> coalesce(max(terms.copies), 0)
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
