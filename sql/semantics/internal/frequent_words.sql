-- frequent_words(corpus, n := 5000, documents := 5)
-- The n words that most documents of a corpus hold, the most frequent first.
--
-- parameter: documents: words that fewer documents hold are left out
-- row:       one per word
-- column:    word_no BIGINT, >= 0: its rank, 0 for the most frequent
-- column:    word VARCHAR
-- column:    held_by BIGINT, documents, >= 1: those that hold it
-- reads:     published
SELECT ranked_words.word_no, ranked_words.word, ranked_words.held_by
FROM (
    SELECT counts.word, counts.held_by, row_number() OVER (ORDER BY counts.held_by DESC, counts.word) - 1 AS word_no
    FROM (
        SELECT words.word, count(DISTINCT words.document) AS held_by
        FROM setrisk.corpus_word AS words
        WHERE words.corpus = $corpus
        GROUP BY words.word
    ) AS counts
    WHERE counts.held_by >= $documents
) AS ranked_words
WHERE ranked_words.word_no < $n
