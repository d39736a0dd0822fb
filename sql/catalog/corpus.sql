-- Collections of documents, or of imported counts, which stand for what an attacker can read.
--
-- column: corpus VARCHAR: name of the corpus
-- column: source VARCHAR: what it was read from
-- column: n_documents DOUBLE, documents, >= 0: how many there are
CREATE TABLE IF NOT EXISTS setrisk.corpus (
    corpus VARCHAR PRIMARY KEY,
    source VARCHAR NOT NULL,
    n_documents DOUBLE NOT NULL
)
