-- The sensitive sets of each cluster of a release by m-invariance, each once. The empty set has no row.
CREATE TABLE IF NOT EXISTS setrisk.sensitive_set (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    sensitive_set INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
