-- The ledger: the epsilon that each noisy release of a data set has spent. Rows are kept when the release or the data
-- set is dropped, because what was published stays known.
--
-- column: dataset VARCHAR: the data set of the release
-- column: release VARCHAR: name of the release
-- column: method VARCHAR: what made it
-- column: epsilon DECIMAL(18,9), epsilon, > 0: what it has spent
-- column: spent_at TIMESTAMP: the time, in UTC
-- column: run UUID?: the run that spent it, since names and times may repeat; NULL in rows from earlier versions of
--     setrisk
CREATE TABLE IF NOT EXISTS setrisk_private.spending (
    dataset VARCHAR NOT NULL,
    release VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    epsilon DECIMAL(18,9) NOT NULL,
    spent_at TIMESTAMP NOT NULL,
    run UUID
)
