-- The scores of pairs of terms by what an attacker knows; the highest is the most similar. A score of NULL means that
-- the knowledge does not hold one of the terms.
CREATE TABLE IF NOT EXISTS setrisk.similarity (
    knowledge VARCHAR NOT NULL,
    item_a VARCHAR NOT NULL,
    item_b VARCHAR NOT NULL,
    score DOUBLE
)
