-- Findings of reassociation attacks on disassociated releases: on which anchor, a sub-record of the cluster's first
-- chunk, the attack places a sub-record or a term. The sub-record comes from a chunk of the cluster, or of a joint
-- cluster that contains the cluster.
--
-- column: release VARCHAR: name of the release
-- column: attack VARCHAR: name of the attack
-- column: cluster INTEGER, >= 1: cluster of the anchor
-- column: anchor BIGINT, >= 1: number of the anchor
-- column: publishing_cluster INTEGER, >= 1: cluster or joint cluster that publishes the chunk
-- column: chunk INTEGER, >= 0: chunk of what is placed; 0 is the term chunk
-- column: sub_record BIGINT?, >= 1: the sub-record; NULL for a term
-- column: item_id INTEGER?, >= 1: the term; NULL for a sub-record
-- column: rank INTEGER, >= 1: 1 for the best anchor
-- column: fit DOUBLE?: how well it fits the anchor, higher is better; NULL if nothing is known, and for a random
--     anchor
CREATE TABLE IF NOT EXISTS setrisk.reassociation (
    release VARCHAR NOT NULL,
    attack VARCHAR NOT NULL,
    cluster INTEGER NOT NULL,
    anchor BIGINT NOT NULL,
    publishing_cluster INTEGER NOT NULL,
    chunk INTEGER NOT NULL,
    sub_record BIGINT,
    item_id INTEGER,
    rank INTEGER NOT NULL,
    fit DOUBLE,
    CHECK ((sub_record IS NULL) <> (item_id IS NULL))
)
