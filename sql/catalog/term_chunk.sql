-- The terms in the term chunk of each cluster. Each is held by at least one record of the cluster.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER, >= 1: number of the cluster
-- column: item_id INTEGER, >= 1: the term
CREATE TABLE IF NOT EXISTS setrisk.term_chunk (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
