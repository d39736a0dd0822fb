-- The names of the items that a release shows, and no others.
--
-- column: release VARCHAR: name of the release
-- column: item_id INTEGER, >= 1: number of the item in this release
-- column: item VARCHAR: its name
CREATE TABLE IF NOT EXISTS setrisk.published_item (
    release VARCHAR NOT NULL,
    item_id INTEGER NOT NULL,
    item VARCHAR NOT NULL
)
