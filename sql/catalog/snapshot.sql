-- Data sets that show the same thing at different times.
--
-- column: dataset VARCHAR: name of the data set
-- column: source VARCHAR: what they have in common, by name, given when snapshots were drawn or when data were
--     loaded by period
-- column: position INTEGER, >= 1: place of the data set in their order
CREATE TABLE IF NOT EXISTS setrisk_private.snapshot (
    dataset VARCHAR NOT NULL,
    source VARCHAR NOT NULL,
    position INTEGER NOT NULL
)
