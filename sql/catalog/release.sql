-- The published releases. The marks are seeded, published-variant, domain-from-data, drawn-constraints, unprotected and
-- imported.
CREATE TABLE IF NOT EXISTS setrisk.release (
    release VARCHAR PRIMARY KEY,
    dataset VARCHAR,
    family VARCHAR NOT NULL,
    method VARCHAR NOT NULL,
    parameters JSON NOT NULL,
    created_at TIMESTAMP NOT NULL,
    marks VARCHAR[] NOT NULL
)
