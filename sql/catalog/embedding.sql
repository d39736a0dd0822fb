-- The word vectors of embeddings.
--
-- column: knowledge VARCHAR: name of the embedding
-- column: word VARCHAR: a word, which may be part of the name of an item
-- column: vector FLOAT[]: its vector; all vectors of an embedding have the same length
CREATE TABLE IF NOT EXISTS setrisk.embedding (
    knowledge VARCHAR NOT NULL,
    word VARCHAR NOT NULL,
    vector FLOAT[] NOT NULL
)
