-- The seed of a release that was asked for by seed; it never leaves this schema.
CREATE TABLE IF NOT EXISTS setrisk_private.release_seed (
    release VARCHAR PRIMARY KEY,
    seed BIGINT NOT NULL
)
