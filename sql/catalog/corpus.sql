-- Collections of documents, or of imported counts, which stand for what an attacker can read, with the number of
-- documents.
CREATE TABLE IF NOT EXISTS setrisk.corpus (
    corpus VARCHAR PRIMARY KEY,
    source VARCHAR NOT NULL,
    n_documents DOUBLE NOT NULL
)
