-- The published records of a generalised release. Each entry is either an item or a generalised item, never both.
--
-- column: release VARCHAR: name of the release
-- column: record BIGINT, >= 1: number of the record
-- column: position INTEGER, >= 1: place of the entry in its record
-- column: item_id INTEGER?, >= 1: NULL for a generalised item
-- column: generalised_item INTEGER?, >= 1: its number; NULL for an item
CREATE TABLE IF NOT EXISTS setrisk.generalised_record (
    release VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    position INTEGER NOT NULL,
    item_id INTEGER,
    generalised_item INTEGER,
    CHECK ((item_id IS NULL) <> (generalised_item IS NULL))
)
