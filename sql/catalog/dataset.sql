-- The loaded data sets, with their size. Transactions are numbered; an empty one has a number and no items.
CREATE TABLE IF NOT EXISTS setrisk_private.dataset (
    dataset VARCHAR PRIMARY KEY,
    source VARCHAR NOT NULL,
    n_transactions BIGINT NOT NULL,
    n_items BIGINT NOT NULL,
    loaded_at TIMESTAMP NOT NULL
)
