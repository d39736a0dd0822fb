-- The sensitive items that a release by rho-uncertainty shows, and protects from being inferred.
--
-- column: release VARCHAR: name of the release
-- column: item_id INTEGER, >= 1: a sensitive item
CREATE TABLE IF NOT EXISTS setrisk.protected_item (
    release VARCHAR NOT NULL,
    item_id INTEGER NOT NULL
)
