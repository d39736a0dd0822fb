-- The word vectors of an embedding measure, all of the same length.
CREATE TABLE IF NOT EXISTS setrisk.embedding (
    measure VARCHAR NOT NULL,
    word VARCHAR NOT NULL,
    vector FLOAT[] NOT NULL
)
