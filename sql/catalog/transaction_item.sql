-- The items of each transaction, each item once per transaction.
--
-- column: dataset VARCHAR: name of the data set
-- column: tid BIGINT, >= 1: number of the transaction
-- column: position INTEGER, >= 1: first place of the item in the source; repeated items that were dropped leave gaps
-- column: item_id INTEGER, >= 1: the item
CREATE TABLE IF NOT EXISTS setrisk_private.transaction_item (
    dataset VARCHAR NOT NULL,
    tid BIGINT NOT NULL,
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
