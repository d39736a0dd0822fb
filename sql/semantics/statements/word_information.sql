-- word_information(corpus, span, n)
-- Which frequent words occur within `span` words of each other more often than by chance, and how much more often:
-- their pointwise mutual information ln(together * all / (word's * neighbour's)), without shift or smoothing. An error
-- for a span of less than 1.
--
-- parameter: n: how many of the most frequent words count
-- row:       one per ordered pair of words, in the order of their numbers
-- column:    word_no BIGINT, >= 0: as numbered by frequent_words
-- column:    neighbour_no BIGINT, >= 0: as numbered by frequent_words
-- column:    information DOUBLE, > 0
-- reads:     published
-- source:    Levy and Goldberg 2014
SELECT neighbours.word_no, neighbours.neighbour_no, neighbours.information
FROM (
    SELECT
        pairs.word_no,
        pairs.neighbour_no,
        ln(
            (pairs.together / sum(pairs.together) OVER (PARTITION BY pairs.word_no))
            / (sum(pairs.together) OVER (PARTITION BY pairs.neighbour_no) / sum(pairs.together) OVER ())
        ) AS information
    FROM setrisk_internal.word_neighbours($corpus, span := $span, n := $n) AS pairs
) AS neighbours
-- Rounding errors of pairs at chance level must not give a word its direction.
WHERE neighbours.information > 1e-12
ORDER BY neighbours.word_no, neighbours.neighbour_no
