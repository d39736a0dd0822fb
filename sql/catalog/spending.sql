-- The ledger: what each noisy release of a data set has spent, in UTC. Outlives release and data set, as what is out is out.
-- run: which run spent it, since names and times may repeat; NULL where an earlier version of setrisk noted it.
CREATE TABLE IF NOT EXISTS setrisk_private.spending (
    dataset VARCHAR NOT NULL,
    release VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    epsilon DECIMAL(18, 9) NOT NULL,
    spent_at TIMESTAMP NOT NULL,
    run UUID
)
