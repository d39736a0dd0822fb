-- term_faults()
-- The first fault in the term chunks of a release that is to be imported, among them items that are in two chunks of
-- one cluster.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_term_chunk(cluster, item): items of term chunks
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
-- stages: _setrisk_imported_chunk_record(publishing_cluster, chunk, sub_record, item): items of sub-records
SELECT faults.fault
FROM (
    SELECT 'term_chunk: a row lacks its cluster or its item' AS fault
    FROM _setrisk_imported_term_chunk AS terms
    WHERE terms.cluster IS NULL OR terms.item IS NULL
    UNION ALL
    SELECT 'term_chunk: cluster ' || terms.cluster || ' is not in cluster' AS fault
    FROM _setrisk_imported_term_chunk AS terms
    ANTI JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = terms.cluster
    UNION ALL
    SELECT 'term_chunk: cluster ' || terms.cluster || ' has ' || terms.item || ' twice' AS fault
    FROM _setrisk_imported_term_chunk AS terms
    GROUP BY terms.cluster, terms.item
    HAVING count(*) > 1
    UNION ALL
    SELECT
        CASE WHEN min(places.chunk) = 0 THEN 'term_chunk' ELSE 'chunk_record' END
        || ': cluster ' || places.publishing_cluster || ' has ' || places.item || ' in '
        || CASE WHEN min(places.chunk) = 0 THEN 'the term chunk' ELSE 'chunk ' || min(places.chunk) END
        || ' and in chunk ' || max(places.chunk) AS fault
    FROM (
        SELECT DISTINCT sub_records.publishing_cluster, sub_records.chunk, sub_records.item
        FROM _setrisk_imported_chunk_record AS sub_records
        UNION ALL
        SELECT DISTINCT terms.cluster AS publishing_cluster, 0 AS chunk, terms.item
        FROM _setrisk_imported_term_chunk AS terms
    ) AS places
    GROUP BY places.publishing_cluster, places.item
    HAVING count(*) > 1
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
