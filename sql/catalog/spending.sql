-- The ledger: the epsilon that each noisy release of a data set has spent, with the time in UTC. Rows are kept when the
-- release or the data set is dropped, because what was published stays known. run identifies the run that spent it,
-- since names and times may repeat; it is NULL in rows from earlier versions of setrisk.
CREATE TABLE IF NOT EXISTS setrisk_private.spending (
    dataset VARCHAR NOT NULL,
    release VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    epsilon DECIMAL(18, 9) NOT NULL,
    spent_at TIMESTAMP NOT NULL,
    run UUID
)
