-- One row per item of a transaction; an item stands once in a transaction. `position` is its first place in the source's,
-- from 1: repeats that were dropped leave gaps.
CREATE TABLE IF NOT EXISTS setrisk_private.transaction_item (
    dataset VARCHAR NOT NULL,
    tid BIGINT NOT NULL,
    position INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
