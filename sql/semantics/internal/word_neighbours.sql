-- word_neighbours(corpus, span := 5, n := 5000, documents := 5)
-- One row per ordered pair of frequent words that stand within `span` words of each other in a document of the corpus.
-- An error for a span of less than 1.
--
-- row: one per ordered pair of frequent words that stand within `span` words of each other in a document of the corpus
-- column: word_no BIGINT: as numbered by frequent_words
-- column: neighbour_no BIGINT: as numbered by frequent_words
-- column: together HUGEINT: how often
-- reads: published
SELECT both_ways.word_no, both_ways.neighbour_no, sum(both_ways.together) AS together
FROM (
    SELECT pairs.word_no, pairs.neighbour_no, pairs.together
    FROM setrisk_internal.word_successors($corpus, $span, $n, $documents) AS pairs
    UNION ALL
    SELECT pairs.neighbour_no AS word_no, pairs.word_no AS neighbour_no, pairs.together
    FROM setrisk_internal.word_successors($corpus, $span, $n, $documents) AS pairs
) AS both_ways
GROUP BY both_ways.word_no, both_ways.neighbour_no
