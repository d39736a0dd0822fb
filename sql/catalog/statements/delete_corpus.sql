-- delete_corpus(corpus)
-- Delete a corpus, with its documents or imported counts.
--
-- writes: setrisk.corpus setrisk.corpus_hits setrisk.corpus_word
DELETE FROM setrisk.corpus AS stored WHERE stored.corpus = $corpus;

DELETE FROM setrisk.corpus_hits AS stored WHERE stored.corpus = $corpus;

DELETE FROM setrisk.corpus_word AS stored WHERE stored.corpus = $corpus
