-- The loaded data sets, and their sizes. Every transaction has a number, even one without items.
--
-- column: dataset VARCHAR: name of the data set
-- column: source VARCHAR: what it was loaded from
-- column: n_transactions BIGINT, transactions, >= 0: how many there are
-- column: n_items BIGINT, items, >= 0: distinct ones
-- column: loaded_at TIMESTAMP: the time, in UTC
CREATE TABLE IF NOT EXISTS setrisk_private.dataset (
    dataset VARCHAR PRIMARY KEY,
    source VARCHAR NOT NULL,
    n_transactions BIGINT NOT NULL,
    n_items BIGINT NOT NULL,
    loaded_at TIMESTAMP NOT NULL
)
