-- The scores of pairs of terms by a measure; the highest is the most similar. A score of NULL means that the measure
-- does not know one of the terms.
CREATE TABLE IF NOT EXISTS setrisk.similarity (
    measure VARCHAR NOT NULL,
    item_a VARCHAR NOT NULL,
    item_b VARCHAR NOT NULL,
    score DOUBLE
)
