-- Findings of composition attacks on serial releases: for each record the sensitive item that the adversary believes
-- most, compared with what the release promises, and the release that raises this belief most.
CREATE TABLE IF NOT EXISTS setrisk.composition (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    record BIGINT NOT NULL,
    item VARCHAR NOT NULL,
    prior DOUBLE NOT NULL,
    posterior DOUBLE NOT NULL,
    population_rate DOUBLE NOT NULL,
    allowed DOUBLE NOT NULL,
    strongest_release VARCHAR
)
