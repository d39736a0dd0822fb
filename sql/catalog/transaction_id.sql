-- The owner's own ids of the transactions, if the source had any.
--
-- column: dataset VARCHAR: name of the data set
-- column: tid BIGINT, >= 1: number of the transaction
-- column: id VARCHAR: the owner's id of it
CREATE TABLE IF NOT EXISTS setrisk_private.transaction_id (
    dataset VARCHAR NOT NULL,
    tid BIGINT NOT NULL,
    id VARCHAR NOT NULL
)
