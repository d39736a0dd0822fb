-- joint_cluster_faults()
-- The first fault in the joint clusters of a release that is to be imported.
--
-- row: one, or none if there is no fault
-- column: fault VARCHAR: what is wrong and where
-- reads: nothing
-- stages: _setrisk_imported_joint_cluster(joint, cluster): clusters of joint clusters
-- stages: _setrisk_imported_cluster(cluster, n_records): the clusters
SELECT faults.fault
FROM (
    SELECT 'joint_cluster: a row lacks its joint or its cluster' AS fault
    FROM _setrisk_imported_joint_cluster AS joints
    WHERE joints.joint IS NULL OR joints.cluster IS NULL
    UNION ALL
    SELECT 'joint_cluster: joint ' || joints.joint || ' has cluster ' || joints.cluster || ' twice' AS fault
    FROM _setrisk_imported_joint_cluster AS joints
    GROUP BY joints.joint, joints.cluster
    HAVING count(*) > 1
    UNION ALL
    SELECT
        'joint_cluster: joint ' || joints.joint || ' has cluster ' || joints.cluster
        || ', which is not in cluster' AS fault
    FROM _setrisk_imported_joint_cluster AS joints
    ANTI JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = joints.cluster
    UNION ALL
    SELECT 'joint_cluster: joint ' || joints.joint || ' has the number of a cluster' AS fault
    FROM _setrisk_imported_joint_cluster AS joints
    SEMI JOIN _setrisk_imported_cluster AS clusters ON clusters.cluster = joints.joint
    UNION ALL
    SELECT 'joint_cluster: joint ' || joints.joint || ' has one cluster; it must have two or more' AS fault
    FROM _setrisk_imported_joint_cluster AS joints
    GROUP BY joints.joint
    HAVING count(DISTINCT joints.cluster) = 1
    UNION ALL
    SELECT 'joint_cluster: there is a joint ' || joints.joint || '; they are numbered from 1' AS fault
    FROM _setrisk_imported_joint_cluster AS joints
    WHERE joints.joint < 1
    UNION ALL
    SELECT
        'joint_cluster: joints ' || joints_a.joint || ' and ' || joints_b.joint
        || ' overlap, and neither is inside of the other' AS fault
    FROM (
        SELECT joints.joint, joints.cluster, count(*) OVER (PARTITION BY joints.joint) AS clusters_of_joint
        FROM _setrisk_imported_joint_cluster AS joints
    ) AS joints_a
    JOIN (
        SELECT joints.joint, joints.cluster, count(*) OVER (PARTITION BY joints.joint) AS clusters_of_joint
        FROM _setrisk_imported_joint_cluster AS joints
    ) AS joints_b ON joints_b.cluster = joints_a.cluster AND joints_b.joint > joints_a.joint
    GROUP BY joints_a.joint, joints_b.joint, joints_a.clusters_of_joint, joints_b.clusters_of_joint
    HAVING
        count(*) < least(joints_a.clusters_of_joint, joints_b.clusters_of_joint)
        OR joints_a.clusters_of_joint = joints_b.clusters_of_joint
) AS faults
-- The fault of a row that lacks a number is NULL here; that it lacks one is a fault of its own.
WHERE faults.fault IS NOT NULL
ORDER BY faults.fault
LIMIT 1
