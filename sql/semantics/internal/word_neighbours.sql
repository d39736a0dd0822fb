-- word_neighbours(corpus, span := 5, n := 5000, documents := 5)
-- How often two frequent words occur within `span` words of each other, on either side, in the documents of a corpus.
-- An error for a span of less than 1.
--
-- row:    one per ordered pair of words
-- column: word_no BIGINT, >= 0: as numbered by frequent_words
-- column: neighbour_no BIGINT, >= 0: as numbered by frequent_words
-- column: together HUGEINT, >= 1: how often
-- reads:  published
SELECT neighbours.word_no, neighbours.neighbour_no, sum(neighbours.together) AS together
FROM (
    SELECT pairs.word_no, pairs.neighbour_no, pairs.together
    FROM setrisk_internal.word_successors($corpus, $span, $n, $documents) AS pairs
    UNION ALL
    SELECT pairs.neighbour_no AS word_no, pairs.word_no AS neighbour_no, pairs.together
    FROM setrisk_internal.word_successors($corpus, $span, $n, $documents) AS pairs
) AS neighbours
GROUP BY neighbours.word_no, neighbours.neighbour_no
