-- The clusters of each joint cluster; the clusters of an inner joint are those of the outer one too.
CREATE TABLE IF NOT EXISTS setrisk.joint_cluster (
    release VARCHAR NOT NULL,
    joint INTEGER NOT NULL,
    cluster INTEGER NOT NULL
)
