-- Imported counts: how many documents of a corpus contain a term, or both terms of a pair.
--
-- column: corpus VARCHAR: name of the corpus
-- column: item_a VARCHAR: the term, or the first one of the pair in alphabetical order
-- column: item_b VARCHAR?: the second term of the pair; NULL for a single term
-- column: hits DOUBLE, documents, >= 0: those that contain them
CREATE TABLE IF NOT EXISTS setrisk.corpus_hits (
    corpus VARCHAR NOT NULL,
    item_a VARCHAR NOT NULL,
    item_b VARCHAR,
    hits DOUBLE NOT NULL
)
