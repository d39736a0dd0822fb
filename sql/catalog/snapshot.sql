-- Data sets that show the same thing at different times. source is its common name, given when corpora were drawn or
-- when data were loaded by period; position is their order, counted from 1.
CREATE TABLE IF NOT EXISTS setrisk_private.snapshot (
    dataset VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    position INTEGER NOT NULL
)
