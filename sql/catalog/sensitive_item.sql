-- The items that a serial release, or one by rho-uncertainty, treats as sensitive, including those that no record
-- holds.
--
-- column: release VARCHAR: name of the release
-- column: item_id INTEGER, >= 1: a sensitive item
CREATE TABLE IF NOT EXISTS setrisk_private.sensitive_item (
    release VARCHAR NOT NULL,
    item_id INTEGER NOT NULL
)
