-- The clusters of a release, and how many records each has.
CREATE TABLE IF NOT EXISTS setrisk.cluster (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    n_records BIGINT NOT NULL
)
