-- Data sets that setrisk derived from another one, or that are periods of one load, and whose budget they share: the first data
-- set of them all, or the name that the periods were loaded under. Outlives them.
CREATE TABLE IF NOT EXISTS setrisk_private.shared_budget (
    dataset VARCHAR PRIMARY KEY,
    account VARCHAR NOT NULL
)
