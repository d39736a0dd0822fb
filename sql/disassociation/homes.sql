-- homes(release)
-- One row per cluster of each cluster or joint cluster: where the pieces that it publishes may belong.
-- home INTEGER: the cluster or joint cluster; cluster INTEGER
-- internal
SELECT clusters.cluster AS home, clusters.cluster
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
UNION ALL
SELECT joints.joint AS home, joints.cluster
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
