-- The non-sensitive items of each record of a serial release, including counterfeit records.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER, >= 1: cluster of the record
-- column: record BIGINT, >= 1: number of the record; numbered from 1 over all clusters, in an order that reveals
--     nothing
-- column: item_id INTEGER?, >= 1: an item of the record; a record without such items has one row with NULL
CREATE TABLE IF NOT EXISTS setrisk.cluster_record (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER
)
