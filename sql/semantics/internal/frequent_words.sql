-- frequent_words(corpus, n := 5000, documents := 5)
-- The n words that most documents of a corpus hold, the most frequent first.
--
-- parameter: documents: words that fewer documents hold are left out
-- row:       one per word
-- column:    word_no BIGINT, >= 0: its rank, 0 for the most frequent
-- column:    word VARCHAR
-- column:    held_by BIGINT, documents, >= 1: those that hold it
-- reads:     published
SELECT ranked.word_no, ranked.word, ranked.held_by
FROM (
    SELECT counted.word, counted.held_by, row_number() OVER (ORDER BY counted.held_by DESC, counted.word) - 1 AS word_no
    FROM (
        SELECT words.word, count(DISTINCT words.document) AS held_by
        FROM setrisk.corpus_word AS words
        WHERE words.corpus = $corpus
        GROUP BY words.word
    ) AS counted
    WHERE counted.held_by >= $documents
) AS ranked
WHERE ranked.word_no < $n
