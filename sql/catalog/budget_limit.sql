-- The epsilon that the owner allows all noisy releases of a data set to spend together; NULL means no limit. The limit
-- is kept when the data set is dropped.
CREATE TABLE IF NOT EXISTS setrisk_private.budget_limit (
    dataset VARCHAR PRIMARY KEY,
    epsilon_limit DECIMAL(18, 9),
    n_spendings BIGINT NOT NULL
)
