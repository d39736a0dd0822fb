-- Findings of the attacks on disassociated releases: where an attack places a sub-record (of a chunk of the cluster, or of
-- a joint cluster above it) or a term, and on which anchor: a sub-record of the cluster's first chunk.
CREATE TABLE IF NOT EXISTS setrisk.reassociation (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    anchor BIGINT NOT NULL,
    home INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    record BIGINT,
    item_id INTEGER,
    rank INTEGER NOT NULL,
    score DOUBLE,
    CHECK ((record IS NULL) <> (item_id IS NULL))
)
