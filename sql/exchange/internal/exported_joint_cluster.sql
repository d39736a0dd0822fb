-- exported_joint_cluster(release)
-- One row per cluster of each joint cluster of the release, as it leaves the database.
--
-- row: one per cluster of each joint cluster of the release, as it leaves the database
-- column: joint INTEGER
-- column: cluster INTEGER
-- reads: published
SELECT joints.joint, joints.cluster
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
ORDER BY joints.joint, joints.cluster
