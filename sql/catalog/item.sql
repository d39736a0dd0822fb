-- The dictionary of item names; item numbers follow the order of the names within a load.
CREATE TABLE IF NOT EXISTS setrisk_private.item (
    item_id INTEGER PRIMARY KEY,
    item VARCHAR NOT NULL UNIQUE
)
