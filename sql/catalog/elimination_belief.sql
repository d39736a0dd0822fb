-- How sure eliminations are, as the attacker has learnt on releases of its own.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the attack
-- column: generalised_item INTEGER, >= 1: number of the generalised item
-- column: record BIGINT, >= 1: number of the record
-- column: item_id INTEGER, >= 1: the member that was eliminated
-- column: belief DOUBLE, fraction, 0 to 1: the chance that the member was added
CREATE TABLE IF NOT EXISTS setrisk.elimination_belief (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    generalised_item INTEGER NOT NULL,
    record BIGINT NOT NULL,
    item_id INTEGER NOT NULL,
    belief DOUBLE NOT NULL
)
