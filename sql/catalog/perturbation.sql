-- What each step of a serial method has added to a cluster (NULL: the global bag): counterfeits where the item is NULL, else
-- copies of a private term, less than none where they were taken away.
CREATE TABLE IF NOT EXISTS setrisk_private.perturbation (
    release VARCHAR NOT NULL,
    step VARCHAR NOT NULL,
    cluster INTEGER,
    item_id INTEGER,
    n BIGINT NOT NULL
)
