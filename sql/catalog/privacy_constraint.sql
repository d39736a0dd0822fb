-- The itemsets that a generalised release protects. Only the owner may know which they are.
--
-- column: release VARCHAR: name of the release
-- column: constraint_no INTEGER, >= 1: number of the itemset
-- column: item_id INTEGER, >= 1: an item of it
CREATE TABLE IF NOT EXISTS setrisk_private.privacy_constraint (
    release VARCHAR NOT NULL,
    constraint_no INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
