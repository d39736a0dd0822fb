-- The word vectors of an embedding, all of the same length.
CREATE TABLE IF NOT EXISTS setrisk.embedding (
    knowledge VARCHAR NOT NULL,
    word VARCHAR NOT NULL,
    vector FLOAT[] NOT NULL
)
