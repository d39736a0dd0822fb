-- The words of the documents of a corpus, in order.
CREATE TABLE IF NOT EXISTS setrisk.corpus_word (
    corpus VARCHAR NOT NULL,
    document BIGINT NOT NULL,
    position INTEGER NOT NULL,
    word VARCHAR NOT NULL
)
