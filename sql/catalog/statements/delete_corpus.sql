-- delete_corpus(corpus)
-- Delete a corpus, with its documents or imported counts.
--
-- writes: setrisk.corpus setrisk.corpus_hits setrisk.corpus_word
DELETE FROM setrisk.corpus AS rows WHERE rows.corpus = $corpus;

DELETE FROM setrisk.corpus_hits AS rows WHERE rows.corpus = $corpus;

DELETE FROM setrisk.corpus_word AS rows WHERE rows.corpus = $corpus
