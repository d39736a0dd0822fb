-- The clusters of each joint cluster. The clusters of an inner joint cluster also belong to the outer one.
--
-- column: release VARCHAR: name of the release
-- column: joint INTEGER, >= 1: number of the joint cluster, which no cluster has
-- column: cluster INTEGER, >= 1: number of a cluster in it
CREATE TABLE IF NOT EXISTS setrisk.joint_cluster (
    release VARCHAR NOT NULL,
    joint INTEGER NOT NULL,
    cluster INTEGER NOT NULL
)
