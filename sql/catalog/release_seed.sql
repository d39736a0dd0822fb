-- The seeds of the releases that were made with one. They never leave this schema.
--
-- column: release VARCHAR: name of the release
-- column: seed BIGINT: the seed
CREATE TABLE IF NOT EXISTS setrisk_private.release_seed (
    release VARCHAR PRIMARY KEY,
    seed BIGINT NOT NULL
)
