-- The itemsets that a generalised release protects. Only the owner may know which they are.
CREATE TABLE IF NOT EXISTS setrisk_private.privacy_constraint (
    release VARCHAR NOT NULL,
    constraint_no INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
