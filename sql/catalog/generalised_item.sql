-- The members of the generalised items of a release. Each generalised item has at least two.
--
-- column: release VARCHAR: name of the release
-- column: generalised_item INTEGER, >= 1: its number
-- column: item_id INTEGER, >= 1: a member
CREATE TABLE IF NOT EXISTS setrisk.generalised_item (
    release VARCHAR NOT NULL,
    generalised_item INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
