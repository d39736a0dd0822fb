-- The data sets that share the privacy budget of another one, because setrisk derived them from it, or because they are
-- periods of one load. Rows are kept when the data sets are dropped.
--
-- column: dataset VARCHAR: the data set that has no budget of its own
-- column: account VARCHAR: the first data set of all, or the name that the periods were loaded under
CREATE TABLE IF NOT EXISTS setrisk_private.shared_budget (
    dataset VARCHAR PRIMARY KEY,
    account VARCHAR NOT NULL
)
