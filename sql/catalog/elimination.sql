-- Findings of the attacks on generalised items: the cells that an attack eliminated, and in which step.
CREATE TABLE IF NOT EXISTS setrisk.elimination (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    generalised_item INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL,
    step INTEGER NOT NULL
)
