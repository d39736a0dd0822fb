-- The data sets that share the privacy budget of another one, because setrisk derived them from it, or because they are
-- periods of one load. account is the first data set of all, or the name that the periods were loaded under. Rows are
-- kept when the data sets are dropped.
CREATE TABLE IF NOT EXISTS setrisk_private.shared_budget (
    dataset VARCHAR PRIMARY KEY,
    account VARCHAR NOT NULL
)
