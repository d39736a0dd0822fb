-- The clusters of each joint cluster. The clusters of an inner joint cluster also belong to the outer one.
CREATE TABLE IF NOT EXISTS setrisk.joint_cluster (
    release VARCHAR NOT NULL,
    joint INTEGER NOT NULL,
    cluster INTEGER NOT NULL
)
