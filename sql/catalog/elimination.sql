-- Findings of elimination attacks on generalised releases: which items of which records an attack eliminated, and in
-- which step.
CREATE TABLE IF NOT EXISTS setrisk.elimination (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    generalised_item INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL,
    step INTEGER NOT NULL
)
