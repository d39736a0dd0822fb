-- Imported counts: how many documents contain a term (item_b is NULL), or both terms of a pair (item_a < item_b).
CREATE TABLE IF NOT EXISTS setrisk.corpus_hits (
    corpus VARCHAR NOT NULL,
    item_a VARCHAR NOT NULL,
    item_b VARCHAR,
    hits DOUBLE NOT NULL
)
