-- publishing_clusters(release)
-- One row per cluster of each cluster or joint cluster: where the pieces that it publishes may belong.
--
-- row: one per cluster of each cluster or joint cluster
-- column: home INTEGER: the cluster or joint cluster
-- column: cluster INTEGER
-- reads: published
SELECT clusters.cluster AS home, clusters.cluster
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
UNION ALL
SELECT joints.joint AS home, joints.cluster
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
