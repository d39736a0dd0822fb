-- How many copies of each sensitive item a cluster of a serial release, or its global bag, has.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER?, >= 1: number of the cluster; NULL for the global bag
-- column: item_id INTEGER, >= 1: the sensitive item
-- column: copies BIGINT, copies, >= 1: how often it is there
CREATE TABLE IF NOT EXISTS setrisk.sensitive_count (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    item_id INTEGER NOT NULL,
    copies BIGINT NOT NULL
)
