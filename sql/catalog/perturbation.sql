-- What each step of a serial method has added to a cluster, or, where cluster is NULL, to the global bag. Where item_id
-- is NULL these are counterfeit records, otherwise copies of a sensitive item; a negative number means copies that were
-- taken away.
CREATE TABLE IF NOT EXISTS setrisk_private.perturbation (
    release VARCHAR NOT NULL,
    step VARCHAR NOT NULL,
    cluster INTEGER,
    item_id INTEGER,
    n BIGINT NOT NULL
)
