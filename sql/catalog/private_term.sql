-- How many copies of a private term are in a cluster of a serial release; cluster NULL is the global bag.
CREATE TABLE IF NOT EXISTS setrisk.private_term (
    release VARCHAR NOT NULL,
    cluster INTEGER,
    item_id INTEGER NOT NULL,
    copies BIGINT NOT NULL
)
