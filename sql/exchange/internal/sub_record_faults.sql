-- sub_record_faults(clusters, chunk_records, joint_clusters)
-- One row per fault in the sub-records of a release that is to be imported.
--
-- row: one per fault in the sub-records of a release that is to be imported
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
WITH homes AS (
    SELECT listed.cluster, listed.n_records
    FROM query_table($clusters) AS listed
    UNION ALL
    SELECT joints.joint AS cluster, sum(listed.n_records) AS n_records
    FROM query_table($joint_clusters) AS joints
    JOIN query_table($clusters) AS listed ON listed.cluster = joints.cluster
    GROUP BY joints.joint
),
chunks AS (
    SELECT
        shown.cluster,
        shown.chunk,
        count(DISTINCT shown.record) AS n_records,
        min(shown.record) AS first_record,
        max(shown.record) AS last_record
    FROM query_table($chunk_records) AS shown
    GROUP BY shown.cluster, shown.chunk
)
SELECT 'chunk_record: a row lacks its cluster, chunk, record or item' AS fault
FROM query_table($chunk_records) AS shown
WHERE shown.cluster IS NULL OR shown.chunk IS NULL OR shown.record IS NULL OR shown.item IS NULL
UNION ALL
SELECT 'chunk_record: cluster ' || chunks.cluster || ' is neither in cluster nor a joint in joint_cluster' AS fault
FROM chunks
ANTI JOIN homes ON homes.cluster = chunks.cluster
UNION ALL
SELECT
    'chunk_record: record ' || shown.record || ' of chunk ' || shown.chunk || ' of cluster ' || shown.cluster || ' has '
    || shown.item || ' twice' AS fault
FROM query_table($chunk_records) AS shown
GROUP BY shown.cluster, shown.chunk, shown.record, shown.item
HAVING count(*) > 1
UNION ALL
SELECT
    'chunk_record: the chunks of cluster ' || chunks.cluster || ' are not numbered from 1 to ' || count(*) AS fault
FROM chunks
GROUP BY chunks.cluster
HAVING min(chunks.chunk) <> 1 OR max(chunks.chunk) <> count(*)
UNION ALL
SELECT
    'chunk_record: the records of chunk ' || chunks.chunk || ' of cluster ' || chunks.cluster
    || ' are not numbered from 1 to ' || chunks.n_records AS fault
FROM chunks
WHERE chunks.first_record <> 1 OR chunks.last_record <> chunks.n_records
UNION ALL
SELECT
    'chunk_record: chunk ' || chunks.chunk || ' of cluster ' || chunks.cluster || ' has ' || chunks.n_records
    || ' sub-records, more than the ' || homes.n_records || ' records' AS fault
FROM chunks
JOIN homes ON homes.cluster = chunks.cluster
WHERE chunks.n_records > homes.n_records
