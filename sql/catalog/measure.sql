-- The semantic measures. Kind ngd scores by the corpus of the same name, kind embedding by word vectors.
CREATE TABLE IF NOT EXISTS setrisk.measure (
    measure VARCHAR PRIMARY KEY,
    kind VARCHAR NOT NULL CHECK (kind IN ('ngd', 'embedding')),
    source VARCHAR NOT NULL
)
