-- How similar pairs of terms are, by what an attacker knows.
--
-- column: knowledge VARCHAR: name of the knowledge
-- column: item_a VARCHAR: a term
-- column: item_b VARCHAR: another term
-- column: similarity DOUBLE?: the highest is the most similar; NULL if the knowledge does not hold one of the terms
CREATE TABLE IF NOT EXISTS setrisk.similarity (
    knowledge VARCHAR NOT NULL,
    item_a VARCHAR NOT NULL,
    item_b VARCHAR NOT NULL,
    similarity DOUBLE
)
