-- Findings of composition attacks on serial releases: for each record the sensitive item that the attacker believes
-- most, compared with what the release promises.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the attack
-- column: record BIGINT, >= 1: number of the record
-- column: item VARCHAR: the sensitive item
-- column: prior DOUBLE, fraction, 0 to 1: the belief from this release alone
-- column: posterior DOUBLE, fraction, 0 to 1: the belief after seeing the other releases
-- column: population_rate DOUBLE, > 0: how common the item is in the release
-- column: allowed_belief DOUBLE, > 0: the highest belief that the release allows
-- column: strongest_release VARCHAR?: the release that raises the belief most; NULL if none does, and for the attack
--     `exact`
CREATE TABLE IF NOT EXISTS setrisk.composition (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    item VARCHAR NOT NULL,
    prior DOUBLE NOT NULL,
    posterior DOUBLE NOT NULL,
    population_rate DOUBLE NOT NULL,
    allowed_belief DOUBLE NOT NULL,
    strongest_release VARCHAR
)
