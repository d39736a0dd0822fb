-- exported_joint_cluster(release)
-- The joint clusters of a disassociated release.
--
-- row: one per cluster of a joint cluster
-- column: joint INTEGER: number of the joint cluster
-- column: cluster INTEGER, >= 1: number of a cluster in it
-- reads: published
SELECT joints.joint, joints.cluster
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
ORDER BY joints.joint, joints.cluster
