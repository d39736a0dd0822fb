-- What attackers may know of items.
--
-- column: knowledge VARCHAR: its name
-- column: scorer VARCHAR: 'ngd' counts in the corpus of the same name, 'embedding' compares word vectors
-- column: source VARCHAR: what it was read from
CREATE TABLE IF NOT EXISTS setrisk.knowledge (
    knowledge VARCHAR PRIMARY KEY,
    scorer VARCHAR NOT NULL CHECK (scorer IN ('ngd', 'embedding')),
    source VARCHAR NOT NULL
)
