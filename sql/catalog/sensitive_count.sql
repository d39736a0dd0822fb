-- How many copies of each sensitive item a cluster of a serial release has. Where cluster is NULL, they are in the global
-- bag.
CREATE TABLE IF NOT EXISTS setrisk.sensitive_count (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    item_id INTEGER NOT NULL,
    copies BIGINT NOT NULL
)
