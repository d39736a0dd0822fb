-- What the owner lets noisy releases of a data set spend together; NULL: no limit. Outlives the data set.
CREATE TABLE IF NOT EXISTS setrisk_private.budget_limit (
    dataset VARCHAR PRIMARY KEY,
    epsilon_limit DECIMAL(18, 9),
    n_spendings BIGINT NOT NULL
)
