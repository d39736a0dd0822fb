-- exported_joint_cluster(release)
-- One row per cluster of each joint cluster of the release, as it leaves the database.
-- joint INTEGER; cluster INTEGER
-- internal
SELECT joints.joint, joints.cluster
FROM setrisk.joint_cluster AS joints
WHERE joints.release = $release
ORDER BY joints.joint, joints.cluster
