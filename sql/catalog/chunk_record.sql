-- The sub-records in the record chunks and shared chunks of a disassociated release, without empty ones. A record chunk
-- belongs to a cluster, a shared chunk to a joint cluster. Each chunk numbers its records from 1, in an order of its
-- own.
CREATE TABLE IF NOT EXISTS setrisk.chunk_record (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL
)
