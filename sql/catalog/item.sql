-- The names of the items, each once. The key lets only one of two concurrent loads finish: otherwise one number could
-- get two names, or one name two numbers.
--
-- column: item_id INTEGER, >= 1: number of the item, in the order of the names within a load
-- column: item VARCHAR: its name
CREATE TABLE IF NOT EXISTS setrisk_private.item (
    item_id INTEGER PRIMARY KEY,
    item VARCHAR NOT NULL
)
