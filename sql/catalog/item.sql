-- The dictionary of item names, each once; item numbers follow the order of the names within a load. Two loads at a time
-- would give one number to two names, or two numbers to one: the key lets only one of them end.
CREATE TABLE IF NOT EXISTS setrisk_private.item (
    item_id INTEGER PRIMARY KEY,
    item VARCHAR NOT NULL
)
