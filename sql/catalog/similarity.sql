-- Scores of pairs of terms under a measure, highest is best; score NULL: a term is unknown to the measure.
CREATE TABLE IF NOT EXISTS setrisk.similarity (
    measure VARCHAR NOT NULL,
    item_a VARCHAR NOT NULL,
    item_b VARCHAR NOT NULL,
    score DOUBLE
)
