-- term_faults(clusters, chunk_records, term_chunks)
-- One row per fault in the term chunks of a release that is to be imported, and per item of two chunks.
--
-- row: one per fault in the term chunks of a release that is to be imported, and per item of two chunks
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
SELECT 'term_chunk: a row lacks its cluster or its item' AS fault
FROM query_table($term_chunks) AS terms
WHERE terms.cluster IS NULL OR terms.item IS NULL
UNION ALL
SELECT 'term_chunk: cluster ' || terms.cluster || ' is not in cluster' AS fault
FROM query_table($term_chunks) AS terms
ANTI JOIN query_table($clusters) AS listed ON listed.cluster = terms.cluster
UNION ALL
SELECT 'term_chunk: cluster ' || terms.cluster || ' has ' || terms.item || ' twice' AS fault
FROM query_table($term_chunks) AS terms
GROUP BY terms.cluster, terms.item
HAVING count(*) > 1
UNION ALL
SELECT
    CASE WHEN min(places.chunk) = 0 THEN 'term_chunk' ELSE 'chunk_record' END || ': cluster ' || places.cluster || ' has '
    || places.item || ' in '
    || CASE WHEN min(places.chunk) = 0 THEN 'the term chunk' ELSE 'chunk ' || min(places.chunk) END
    || ' and in chunk ' || max(places.chunk) AS fault
FROM (
    SELECT DISTINCT shown.cluster, shown.chunk, shown.item
    FROM query_table($chunk_records) AS shown
    UNION ALL
    SELECT DISTINCT terms.cluster, 0 AS chunk, terms.item
    FROM query_table($term_chunks) AS terms
) AS places
GROUP BY places.cluster, places.item
HAVING count(*) > 1
