-- embedding_scores(measure, pairs)
-- One row per pair of the list `pairs` (structs item_a, item_b), scored by the cosine of their vectors.
--
-- row: one per pair of the list `pairs` (structs item_a, item_b), scored by the cosine of their vectors
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: score DOUBLE?: in [-1, 1]: NULL where the embedding knows no word of a term, or its vector is 0
-- reads: published
-- duckdb only: list_cosine_similarity, list_inner_product
SELECT
    asked.item_a,
    asked.item_b,
    CASE
        WHEN list_inner_product(one.vector, one.vector) > 0 AND list_inner_product(other.vector, other.vector) > 0
            THEN list_cosine_similarity(one.vector, other.vector)
    END AS score
FROM (
    SELECT DISTINCT listed.pair.item_a AS item_a, listed.pair.item_b AS item_b
    FROM (SELECT unnest($pairs) AS pair) AS listed
) AS asked
LEFT JOIN setrisk_internal.term_vectors(
    $measure, list_transform($pairs, lambda pair: pair.item_a)
) AS one ON one.term = asked.item_a
LEFT JOIN setrisk_internal.term_vectors(
    $measure, list_transform($pairs, lambda pair: pair.item_b)
) AS other ON other.term = asked.item_b
