-- Findings of composition attacks on serial releases: for each record the private term of which the adversary believes most,
-- against what the release promises, and the release that has told most of it.
CREATE TABLE IF NOT EXISTS setrisk.composition (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    item VARCHAR NOT NULL,
    prior DOUBLE NOT NULL,
    posterior DOUBLE NOT NULL,
    population_rate DOUBLE NOT NULL,
    allowed DOUBLE NOT NULL,
    through VARCHAR
)
