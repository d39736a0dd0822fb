-- The sensitive sets of each cluster of a release by m-invariance, each once. The empty set has no row.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER, >= 1: number of the cluster
-- column: sensitive_set INTEGER, >= 1: number of the set in its cluster
-- column: item_id INTEGER, >= 1: an item of the set
CREATE TABLE IF NOT EXISTS setrisk.sensitive_set (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    sensitive_set INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
