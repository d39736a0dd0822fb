-- The terms of the term chunk of each cluster: one or more records of the cluster hold each.
CREATE TABLE IF NOT EXISTS setrisk.term_chunk (
    release VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
