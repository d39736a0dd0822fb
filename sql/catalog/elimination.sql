-- Findings of elimination attacks on generalised releases: which items of which records an attack eliminated.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the attack
-- column: generalised_item INTEGER, >= 1: number of the generalised item
-- column: record BIGINT, >= 1: number of the record
-- column: item_id INTEGER, >= 1: the member that was eliminated
-- column: step INTEGER, >= 1: when it was eliminated
CREATE TABLE IF NOT EXISTS setrisk.elimination (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    generalised_item INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL,
    step INTEGER NOT NULL
)
