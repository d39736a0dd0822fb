-- The loaded data sets, and their sizes. Every transaction has a number, even one without items.
CREATE TABLE IF NOT EXISTS setrisk_private.dataset (
    dataset VARCHAR PRIMARY KEY,
    source VARCHAR NOT NULL,
    n_transactions BIGINT NOT NULL,
    n_items BIGINT NOT NULL,
    loaded_at TIMESTAMP NOT NULL
)
