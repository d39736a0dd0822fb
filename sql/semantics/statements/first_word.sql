-- first_word(corpus)
-- A word of a corpus, if it has documents.
--
-- row:    one, or none if there are no documents
-- column: word VARCHAR
-- reads:  published
SELECT words.word
FROM setrisk.corpus_word AS words
WHERE words.corpus = $corpus
ORDER BY words.word
LIMIT 1
