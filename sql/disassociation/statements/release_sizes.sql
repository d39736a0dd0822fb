-- release_sizes(release)
-- The numbers that summarise a disassociated release.
--
-- row: one
-- column: clusters BIGINT, >= 0
-- column: smallest BIGINT?, records, >= 1: records of the smallest cluster
-- column: largest BIGINT?, records, >= 1: records of the largest cluster
-- column: joints BIGINT, >= 0: joint clusters
-- column: in_record_chunks BIGINT, >= 0: items in the sub-records of record chunks
-- column: in_shared_chunks BIGINT, >= 0: items in the sub-records of shared chunks
-- reads: published
SELECT
    clusters.clusters,
    clusters.smallest,
    clusters.largest,
    joints.joints,
    entries.in_record_chunks,
    entries.in_shared_chunks
FROM (
    SELECT count(*) AS clusters, min(own_clusters.n_records) AS smallest, max(own_clusters.n_records) AS largest
    FROM setrisk.cluster AS own_clusters
    WHERE own_clusters.release = $release
) AS clusters
CROSS JOIN (
    SELECT count(DISTINCT joint_clusters.joint) AS joints
    FROM setrisk.joint_cluster AS joint_clusters
    WHERE joint_clusters.release = $release
) AS joints
CROSS JOIN (
    SELECT
        count(*) FILTER (WHERE own_clusters.cluster IS NOT NULL) AS in_record_chunks,
        count(*) FILTER (WHERE own_clusters.cluster IS NULL) AS in_shared_chunks
    FROM setrisk.chunk_record AS chunk_items
    LEFT JOIN setrisk.cluster AS own_clusters
        ON own_clusters.release = chunk_items.release AND own_clusters.cluster = chunk_items.publishing_cluster
    WHERE chunk_items.release = $release
) AS entries
