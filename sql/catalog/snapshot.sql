-- Data sets that are one thing at several times: the name of that (by which corpora were drawn, or data loaded by period), and
-- which comes after which, from 1.
CREATE TABLE IF NOT EXISTS setrisk_private.snapshot (
    dataset VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    position INTEGER NOT NULL
)
