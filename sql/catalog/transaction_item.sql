-- The items of each transaction, each item once per transaction. position is the first place of the item in the source,
-- counted from 1; repeated items that were dropped leave gaps.
CREATE TABLE IF NOT EXISTS setrisk_private.transaction_item (
    dataset VARCHAR NOT NULL,
    tid BIGINT NOT NULL,
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
