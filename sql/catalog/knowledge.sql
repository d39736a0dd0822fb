-- What attackers may know of items. The scorer ngd counts in the corpus of the same name, and the scorer embedding
-- compares word vectors.
CREATE TABLE IF NOT EXISTS setrisk.knowledge (
    knowledge VARCHAR PRIMARY KEY,
    scorer VARCHAR NOT NULL CHECK (scorer IN ('ngd', 'embedding')),
    source VARCHAR NOT NULL
)
