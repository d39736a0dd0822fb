-- The published releases.
--
-- column: release VARCHAR: name of the release
-- column: dataset VARCHAR?: the data set that it was made from; NULL if the release was imported
-- column: family VARCHAR: family of its method
-- column: method VARCHAR: what made it
-- column: parameters JSON: what the method was given, as far as everyone may know it
-- column: created_at TIMESTAMP: the time, in UTC
-- column: marks VARCHAR[]: seeded, as-printed, domain-from-data, drawn-constraints, unprotected or imported
CREATE TABLE IF NOT EXISTS setrisk.release (
    release VARCHAR PRIMARY KEY,
    dataset VARCHAR,
    family VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    parameters JSON NOT NULL,
    created_at TIMESTAMP NOT NULL,
    marks VARCHAR[] NOT NULL
)
