-- The names of the items, each once. Item numbers follow the order of the names within a load. The key lets only one of
-- two concurrent loads finish: otherwise one number could get two names, or one name two numbers.
CREATE TABLE IF NOT EXISTS setrisk_private.item (
    item_id INTEGER PRIMARY KEY,
    item VARCHAR NOT NULL
)
