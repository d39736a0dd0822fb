-- Word vectors of an embedding measure, all of one length.
CREATE TABLE IF NOT EXISTS setrisk.embedding (
    measure VARCHAR NOT NULL,
    word VARCHAR NOT NULL,
    vector FLOAT[] NOT NULL
)
