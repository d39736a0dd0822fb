-- The names of the items that a release shows, and no others.
CREATE TABLE IF NOT EXISTS setrisk.published_item (
    release VARCHAR NOT NULL,
    item_id INTEGER NOT NULL,
    item VARCHAR NOT NULL
)
