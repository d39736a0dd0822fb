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
SELECT first_word.word_no, next_word.word_no AS neighbour_no, count(*) AS together
FROM setrisk.corpus_word AS earlier
JOIN setrisk_internal.frequent_words($corpus, n := $n, documents := $documents) AS first_word
    ON first_word.word = earlier.word
CROSS JOIN (
    SELECT numbers.gap
    FROM (
        SELECT max(words.position) AS position FROM setrisk.corpus_word AS words WHERE words.corpus = $corpus
    ) AS last_word
    CROSS JOIN LATERAL range(
        1, least(setrisk_internal.check_at_least('span', $span, 1), last_word.position) + 1
    ) AS numbers(gap)
) AS gaps
JOIN setrisk.corpus_word AS later
    ON later.document = earlier.document AND later.position = earlier.position + gaps.gap
JOIN setrisk_internal.frequent_words($corpus, n := $n, documents := $documents) AS next_word
    ON next_word.word = later.word
WHERE earlier.corpus = $corpus AND later.corpus = $corpus
GROUP BY first_word.word_no, next_word.word_no
