-- The items that a serial release takes for private, whether any record holds them or not.
CREATE TABLE IF NOT EXISTS setrisk_private.private_item (
    release VARCHAR NOT NULL,
    item_id INTEGER NOT NULL
)
