-- The owner's own ids of the transactions, where the source had any.
CREATE TABLE IF NOT EXISTS setrisk_private.transaction_id (
    dataset VARCHAR NOT NULL,
    tid BIGINT NOT NULL,
    id VARCHAR NOT NULL
)
