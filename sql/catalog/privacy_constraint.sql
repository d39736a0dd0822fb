-- The itemsets that a release protects: which they are is the owner's secret.
CREATE TABLE IF NOT EXISTS setrisk_private.privacy_constraint (
    release VARCHAR NOT NULL,
    constraint_no INTEGER NOT NULL,
    item_id INTEGER NOT NULL
)
