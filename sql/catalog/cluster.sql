-- The clusters of a release, and how many records each has.
--
-- column: release VARCHAR: name of the release
-- column: cluster INTEGER, >= 1: its number
-- column: n_records BIGINT, records, >= 1: those in it, including counterfeits
CREATE TABLE IF NOT EXISTS setrisk.cluster (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    n_records BIGINT NOT NULL
)
