-- The words of the documents of a corpus, in order.
--
-- column: corpus VARCHAR: name of the corpus
-- column: document BIGINT, >= 1: number of the document
-- column: position INTEGER, >= 1: place of the word in the document
-- column: word VARCHAR: the word
CREATE TABLE IF NOT EXISTS setrisk.corpus_word (
    corpus VARCHAR NOT NULL,
    document BIGINT NOT NULL,
    position INTEGER NOT NULL,
    word VARCHAR NOT NULL
)
