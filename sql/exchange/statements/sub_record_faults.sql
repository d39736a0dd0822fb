-- sub_record_faults()
-- The first fault in the sub-records of a release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
-- stages: _setrisk_imported_joint_cluster(joint, cluster): clusters of joint clusters
-- stages: _setrisk_imported_chunk_record(publishing_cluster, chunk, sub_record, item): items of sub-records
WITH publishers AS (  -- the clusters and joint clusters, which publish the chunks
    SELECT clusters.cluster AS publishing_cluster, clusters.n_records
    FROM _setrisk_imported_cluster AS clusters
    UNION ALL
    SELECT joints.joint AS publishing_cluster, sum(clusters.n_records) AS n_records
    FROM _setrisk_imported_joint_cluster AS joints
    JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = joints.cluster
    GROUP BY joints.joint
),
chunks AS (
    SELECT
        sub_records.publishing_cluster,
        sub_records.chunk,
        count(DISTINCT sub_records.sub_record) AS n_sub_records,
        min(sub_records.sub_record) AS first_sub_record,
        max(sub_records.sub_record) AS last_sub_record
    FROM _setrisk_imported_chunk_record AS sub_records
    GROUP BY sub_records.publishing_cluster, sub_records.chunk
)
SELECT faults.fault
FROM (
    SELECT 'chunk_record: a row lacks its publishing_cluster, chunk, sub_record or item' AS fault
    FROM _setrisk_imported_chunk_record AS sub_records
    WHERE
        sub_records.publishing_cluster IS NULL
        OR sub_records.chunk IS NULL
        OR sub_records.sub_record IS NULL
        OR sub_records.item IS NULL
    UNION ALL
    SELECT
        'chunk_record: cluster ' || chunks.publishing_cluster
        || ' is neither in cluster nor a joint in joint_cluster' AS fault
    FROM chunks
    ANTI JOIN publishers ON publishers.publishing_cluster = chunks.publishing_cluster
    UNION ALL
    SELECT
        'chunk_record: sub-record ' || sub_records.sub_record || ' of chunk ' || sub_records.chunk || ' of cluster '
        || sub_records.publishing_cluster || ' has ' || sub_records.item || ' twice' AS fault
    FROM _setrisk_imported_chunk_record AS sub_records
    GROUP BY sub_records.publishing_cluster, sub_records.chunk, sub_records.sub_record, sub_records.item
    HAVING count(*) > 1
    UNION ALL
    SELECT
        'chunk_record: the chunks of cluster ' || chunks.publishing_cluster
        || ' are not numbered from 1 to ' || count(*) AS fault
    FROM chunks
    GROUP BY chunks.publishing_cluster
    HAVING min(chunks.chunk) <> 1 OR max(chunks.chunk) <> count(*)
    UNION ALL
    SELECT
        'chunk_record: the sub-records of chunk ' || chunks.chunk || ' of cluster ' || chunks.publishing_cluster
        || ' are not numbered from 1 to ' || chunks.n_sub_records AS fault
    FROM chunks
    WHERE chunks.first_sub_record <> 1 OR chunks.last_sub_record <> chunks.n_sub_records
    UNION ALL
    SELECT
        'chunk_record: chunk ' || chunks.chunk || ' of cluster ' || chunks.publishing_cluster
        || ' has ' || chunks.n_sub_records || ' sub-records, more than the '
        || publishers.n_records || ' records' AS fault
    FROM chunks
    JOIN publishers ON publishers.publishing_cluster = chunks.publishing_cluster
    WHERE chunks.n_sub_records > publishers.n_records
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
