-- The sub-records of record chunks and shared chunks, empty ones left out. A record chunk is of a cluster, a shared chunk
-- of a joint cluster; records are numbered from 1 in each chunk, in an order of its own.
CREATE TABLE IF NOT EXISTS setrisk.chunk_record (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL
)
