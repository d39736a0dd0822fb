-- The published records of a generalised release. Each entry is either an item or a generalised item, never both.
CREATE TABLE IF NOT EXISTS setrisk.generalised_record (
    release VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    position INTEGER NOT NULL,
    item_id INTEGER,
    generalised_item INTEGER,
    CHECK ((item_id IS NULL) <> (generalised_item IS NULL))
)
