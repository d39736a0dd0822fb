-- Which original transaction each published record was made from. Counterfeit records have no tid.
CREATE TABLE IF NOT EXISTS setrisk_private.provenance (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    chunk INTEGER,
    record BIGINT NOT NULL,
    tid BIGINT
)
