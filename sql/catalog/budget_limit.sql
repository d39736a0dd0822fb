-- The epsilon that the owner allows all noisy releases of a data set to spend together. The limit is kept when the data
-- set is dropped.
--
-- column: dataset VARCHAR: the account: the data set whose budget is spent
-- column: epsilon_limit DECIMAL(18,9)?, epsilon, > 0: NULL means no limit
-- column: n_spendings BIGINT, releases, >= 0: releases that have spent from this budget
CREATE TABLE IF NOT EXISTS setrisk_private.budget_limit (
    dataset VARCHAR PRIMARY KEY,
    epsilon_limit DECIMAL(18,9),
    n_spendings BIGINT NOT NULL
)
