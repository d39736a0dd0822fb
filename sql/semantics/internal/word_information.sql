-- word_information(corpus, span := 5, n := 5000, documents := 5)
-- One row per ordered pair of frequent words that stand within `span` words of each other more often than by chance,
-- with their pointwise mutual information: ln(together * all / (word's * neighbour's)), without shift or smoothing
-- (Levy and Goldberg 2014). What is at chance up to rounding counts as chance: noise must not become a word's
-- direction.
--
-- row: one per ordered pair of frequent words that stand within `span` words of each other more often than by chance,
--     with their pointwise mutual information
-- column: word_no BIGINT: as numbered by frequent_words
-- column: neighbour_no BIGINT: as numbered by frequent_words
-- column: information DOUBLE: above 0
-- reads: published
SELECT informed.word_no, informed.neighbour_no, informed.information
FROM (
    SELECT
        pairs.word_no,
        pairs.neighbour_no,
        ln(
            (pairs.together / sum(pairs.together) OVER (PARTITION BY pairs.word_no))
            / (sum(pairs.together) OVER (PARTITION BY pairs.neighbour_no) / sum(pairs.together) OVER ())
        ) AS information
    FROM setrisk_internal.word_neighbours($corpus, span := $span, n := $n, documents := $documents) AS pairs
) AS informed
WHERE informed.information > 1e-12
