-- The attacks whose findings are stored.
CREATE TABLE IF NOT EXISTS setrisk.attack_run (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    knowledge VARCHAR NOT NULL,
    parameters JSON NOT NULL,
    attacked_at TIMESTAMP NOT NULL
)
