-- The items that a serial release treats as private, including those that no record holds.
CREATE TABLE IF NOT EXISTS setrisk_private.private_item (
    release VARCHAR NOT NULL,
    item_id INTEGER NOT NULL
)
