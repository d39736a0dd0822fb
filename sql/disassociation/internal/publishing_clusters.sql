-- publishing_clusters(release)
-- The clusters and joint clusters that publish chunks, each with the clusters whose records a chunk may belong to.
--
-- row: one per publishing cluster or joint cluster, and cluster in it
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes chunks
-- column: cluster INTEGER, >= 1: the same cluster, or one that the joint cluster consists of
-- reads: published
SELECT clusters.cluster AS publishing_cluster, clusters.cluster
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
UNION ALL
SELECT joints.joint AS publishing_cluster, joints.cluster
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
