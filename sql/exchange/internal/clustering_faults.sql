-- clustering_faults(clusters, joint_clusters)
-- One row per fault in the clusters and joint clusters of a release that is to be imported.
--
-- row: one per fault in the clusters and joint clusters of a release that is to be imported
-- column: fault VARCHAR?: what is wrong and where, in words; NULL for one of a row that lacks a number, which is a
--     fault of its own
-- reads: nothing
-- duckdb only: query_table
SELECT found.fault
FROM setrisk_internal.cluster_faults($clusters) AS found
UNION ALL
SELECT 'joint_cluster: a row lacks its joint or its cluster' AS fault
FROM query_table($joint_clusters) AS joints
WHERE joints.joint IS NULL OR joints.cluster IS NULL
UNION ALL
SELECT 'joint_cluster: joint ' || joints.joint || ' has cluster ' || joints.cluster || ' twice' AS fault
FROM query_table($joint_clusters) AS joints
GROUP BY joints.joint, joints.cluster
HAVING count(*) > 1
UNION ALL
SELECT 'joint_cluster: joint ' || joints.joint || ' has cluster ' || joints.cluster || ', which is not in cluster' AS fault
FROM query_table($joint_clusters) AS joints
ANTI JOIN query_table($clusters) AS listed ON listed.cluster = joints.cluster
UNION ALL
SELECT 'joint_cluster: joint ' || joints.joint || ' has the number of a cluster' AS fault
FROM query_table($joint_clusters) AS joints
SEMI JOIN query_table($clusters) AS listed ON listed.cluster = joints.joint
UNION ALL
SELECT 'joint_cluster: joint ' || joints.joint || ' has one cluster; it must have two or more' AS fault
FROM query_table($joint_clusters) AS joints
GROUP BY joints.joint
HAVING count(DISTINCT joints.cluster) = 1
UNION ALL
SELECT 'joint_cluster: joints ' || one.joint || ' and ' || other.joint || ' overlap, and neither is inside of the other' AS fault
FROM (
    SELECT joints.joint, joints.cluster, count(*) OVER (PARTITION BY joints.joint) AS clusters_of_joint
    FROM query_table($joint_clusters) AS joints
) AS one
JOIN (
    SELECT joints.joint, joints.cluster, count(*) OVER (PARTITION BY joints.joint) AS clusters_of_joint
    FROM query_table($joint_clusters) AS joints
) AS other ON other.cluster = one.cluster AND other.joint > one.joint
GROUP BY one.joint, other.joint, one.clusters_of_joint, other.clusters_of_joint
HAVING count(*) < least(one.clusters_of_joint, other.clusters_of_joint) OR one.clusters_of_joint = other.clusters_of_joint
