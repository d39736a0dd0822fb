-- The sub-records in the record chunks and shared chunks of a disassociated release, without empty ones. A record chunk
-- belongs to a cluster, a shared chunk to a joint cluster.
--
-- column: release VARCHAR: name of the release
-- column: publishing_cluster INTEGER, >= 1: number of the cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 1: number of the chunk in it
-- column: sub_record BIGINT, >= 1: number of the sub-record; each chunk numbers its own from 1, in an order of its own
-- column: item_id INTEGER, >= 1: an item of the sub-record
CREATE TABLE IF NOT EXISTS setrisk.chunk_record (
    release VARCHAR NOT NULL,
    publishing_cluster INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    sub_record BIGINT NOT NULL,
    item_id INTEGER NOT NULL
)
