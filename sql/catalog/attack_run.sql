-- The attacks whose findings are stored.
--
-- column: release VARCHAR: the release that was attacked
-- column: attack VARCHAR: name of the attack: its method, its knowledge if the family has some, and the parameters that
--     are not the default, as in 'ra:self:draws=2'
-- column: method VARCHAR: the method of the attack
-- column: knowledge VARCHAR: what the attacker knows of items: 'self', a corpus or an embedding
-- column: parameters JSON: what the method was given
-- column: by_default BOOLEAN: whether every parameter has its default
-- column: attacked_at TIMESTAMP: the time, in UTC
CREATE TABLE IF NOT EXISTS setrisk.attack_run (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    knowledge VARCHAR NOT NULL,
    parameters JSON NOT NULL,
    by_default BOOLEAN NOT NULL DEFAULT false,
    attacked_at TIMESTAMP NOT NULL
)
