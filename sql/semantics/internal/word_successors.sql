-- word_successors(corpus, span, n, documents)
-- How often one frequent word follows another within `span` words, in the documents of a corpus. An error for a span of
-- less than 1.
--
-- row:    one per ordered pair of words, of which the second follows the first
-- column: word_no BIGINT, >= 0: as numbered by frequent_words
-- column: neighbour_no BIGINT, >= 0: as numbered by frequent_words
-- column: together BIGINT, >= 1: how often
-- reads:  published
-- duckdb only: range in FROM
SELECT frequent_words.word_no, frequent_neighbours.word_no AS neighbour_no, count(*) AS together
FROM setrisk.corpus_word AS words
JOIN setrisk_internal.frequent_words($corpus, n := $n, documents := $documents) AS frequent_words
    ON frequent_words.word = words.word
CROSS JOIN (
    SELECT numbers.gap
    FROM (
        SELECT max(words.position) AS position FROM setrisk.corpus_word AS words WHERE words.corpus = $corpus
    ) AS last_word
    CROSS JOIN LATERAL range(
        1, least(setrisk_internal.check_at_least('span', $span, 1), last_word.position) + 1
    ) AS numbers(gap)
) AS gaps
JOIN setrisk.corpus_word AS neighbours
    ON neighbours.document = words.document AND neighbours.position = words.position + gaps.gap
JOIN setrisk_internal.frequent_words($corpus, n := $n, documents := $documents) AS frequent_neighbours
    ON frequent_neighbours.word = neighbours.word
WHERE words.corpus = $corpus AND neighbours.corpus = $corpus
GROUP BY frequent_words.word_no, frequent_neighbours.word_no
