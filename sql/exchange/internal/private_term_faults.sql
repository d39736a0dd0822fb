-- private_term_faults(clusters, cluster_records, private_terms, private_sets)
-- One row per fault in the private terms and sets of a serial release that is to be imported.
--
-- row: one per fault in the private terms and sets of a serial release that is to be imported
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
SELECT 'private_term: a row lacks its item or its copies' AS fault
FROM query_table($private_terms) AS terms
WHERE terms.item IS NULL OR terms.copies IS NULL
UNION ALL
SELECT 'private_term: cluster ' || terms.cluster || ' is not in cluster' AS fault
FROM query_table($private_terms) AS terms
ANTI JOIN query_table($clusters) AS listed ON listed.cluster = terms.cluster
WHERE terms.cluster IS NOT NULL
UNION ALL
SELECT 'private_term: ' || coalesce('cluster ' || terms.cluster, 'the global bag') || ' has ' || terms.item || ' twice' AS fault
FROM query_table($private_terms) AS terms
GROUP BY terms.cluster, terms.item
HAVING count(*) > 1
UNION ALL
SELECT
    'private_term: ' || coalesce('cluster ' || terms.cluster, 'the global bag') || ' has ' || terms.copies || ' copies of '
    || terms.item || '; it must have at least 1' AS fault
FROM query_table($private_terms) AS terms
WHERE terms.copies < 1
UNION ALL
SELECT
    'private_term: cluster ' || terms.cluster || ' has ' || terms.copies || ' copies of ' || terms.item || ', but '
    || listed.n_records || ' records' AS fault
FROM query_table($private_terms) AS terms
JOIN query_table($clusters) AS listed ON listed.cluster = terms.cluster
WHERE terms.copies > listed.n_records
UNION ALL
SELECT
    'private_term: there are ' || found.copies || ' copies of ' || found.item || ', but ' || found.n_records || ' records' AS fault
FROM (
    SELECT terms.item, sum(terms.copies) AS copies, max(whole.n_records) AS n_records
    FROM query_table($private_terms) AS terms
    CROSS JOIN (SELECT sum(listed.n_records) AS n_records FROM query_table($clusters) AS listed) AS whole
    GROUP BY terms.item
) AS found
WHERE found.copies > found.n_records
UNION ALL
SELECT DISTINCT 'private_term: ' || terms.item || ' is an item of records too' AS fault
FROM query_table($private_terms) AS terms
SEMI JOIN query_table($cluster_records) AS records ON records.item = terms.item
UNION ALL
SELECT 'private_set: a row lacks its cluster, its private_set or its item' AS fault
FROM query_table($private_sets) AS sets
WHERE sets.cluster IS NULL OR sets.private_set IS NULL OR sets.item IS NULL
UNION ALL
SELECT
    'private_set: set ' || sets.private_set || ' of cluster ' || sets.cluster || ' has ' || sets.item || ' twice' AS fault
FROM query_table($private_sets) AS sets
GROUP BY sets.cluster, sets.private_set, sets.item
HAVING count(*) > 1
UNION ALL
SELECT
    'private_set: cluster ' || sets.cluster || ' has ' || count(*) || ' sets with ' || sets.item || ', but '
    || coalesce(max(terms.copies), 0) || ' copies in private_term' AS fault
FROM query_table($private_sets) AS sets
LEFT JOIN query_table($private_terms) AS terms ON terms.cluster = sets.cluster AND terms.item = sets.item
GROUP BY sets.cluster, sets.item
HAVING count(*) <> coalesce(max(terms.copies), 0)
