-- Which original transaction each published record was made from. Counterfeit records have no tid. A disassociated
-- release has a row for each published part of a transaction, and one without chunk and record for its cluster.
CREATE TABLE IF NOT EXISTS setrisk_private.provenance (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    chunk INTEGER,
    record BIGINT,
    tid BIGINT
)
