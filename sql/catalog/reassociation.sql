-- Findings of reassociation attacks on disassociated releases: on which anchor, a sub-record of the cluster's first
-- chunk, the attack places a sub-record or a term. The sub-record comes from a chunk of the cluster, or of a joint
-- cluster that contains the cluster.
CREATE TABLE IF NOT EXISTS setrisk.reassociation (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    anchor BIGINT NOT NULL,
    publishing_cluster INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    record BIGINT,
    item_id INTEGER,
    rank INTEGER NOT NULL,
    score DOUBLE,
    CHECK ((record IS NULL) <> (item_id IS NULL))
)
