-- The non-sensitive items of each record of a serial release, including counterfeit records. A record without such items
-- has one row, whose item is NULL. Records are numbered from 1 over all clusters, in an order that reveals nothing.
CREATE TABLE IF NOT EXISTS setrisk.cluster_record (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER
)
