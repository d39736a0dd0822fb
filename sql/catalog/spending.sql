-- The ledger: what each noisy release of a data set has spent. Outlives release and data set, as what is out is out.
CREATE TABLE IF NOT EXISTS setrisk_private.spending (
    dataset VARCHAR NOT NULL,
    release VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    epsilon DECIMAL(18, 9) NOT NULL,
    spent_at TIMESTAMP NOT NULL
)
