-- frequent_words(corpus, n := 5000, documents := 5)
-- One row per word among the n that most documents of the corpus hold, of those that at least `documents` hold.
--
-- row: one per word among the n that most documents of the corpus hold, of those that at least `documents` hold
-- column: word_no BIGINT, >= 0
-- column: word VARCHAR
-- column: held_by BIGINT: documents that hold it
-- reads: published
SELECT ranked.word_no, ranked.word, ranked.held_by
FROM (
    SELECT counted.word, counted.held_by, row_number() OVER (ORDER BY counted.held_by DESC, counted.word) - 1 AS word_no
    FROM (
        SELECT held.word, count(DISTINCT held.document) AS held_by
        FROM setrisk.corpus_word AS held
        WHERE held.corpus = $corpus
        GROUP BY held.word
    ) AS counted
    WHERE counted.held_by >= $documents
) AS ranked
WHERE ranked.word_no < $n
