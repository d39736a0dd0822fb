-- Which original transaction stands behind a published record; counterfeits have no tid.
CREATE TABLE IF NOT EXISTS setrisk_private.provenance (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    chunk INTEGER,
    record BIGINT NOT NULL,
    tid BIGINT
)
