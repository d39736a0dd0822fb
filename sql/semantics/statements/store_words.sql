-- store_words(corpus)
-- Store the words of the documents that are being read, and count both.
--
-- stages: _setrisk_read(document, place, word): the words, one per row
-- row:    one
-- column: words BIGINT, >= 0
-- column: documents BIGINT, documents, >= 0: with a word
-- reads: published
-- writes: setrisk.corpus_word
INSERT INTO setrisk.corpus_word (corpus, document, position, word)
SELECT $corpus, corpus_words.document, corpus_words.position, corpus_words.word
FROM _setrisk_read AS corpus_words;

SELECT count(*) AS words, count(DISTINCT corpus_words.document) AS documents
FROM setrisk.corpus_word AS corpus_words
WHERE corpus_words.corpus = $corpus
