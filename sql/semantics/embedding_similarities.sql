-- embedding_similarities(knowledge, term_pairs)
-- How closely pairs of terms belong together by word vectors. Their similarity is the cosine of their vectors.
-- The vector of a term is the mean over its known words.
--
-- parameter: knowledge: the name of an embedding
-- parameter: term_pairs: the pairs of terms, as a list of structs with the fields item_a and item_b
-- row:       one per distinct pair
-- column:    item_a VARCHAR: the first term
-- column:    item_b VARCHAR: the second term
-- column:    similarity DOUBLE?, -1 to 1: the cosine; NULL if the embedding knows no word of a term, or a vector is 0
-- checks:    known_embedding($knowledge)
-- reads:     published
-- source:    CONTEXT Definition 3.5
-- page:      semantics.md
-- example:   FROM setrisk.embedding_similarities('vectors', [{'item_a': 'migraine', 'item_b': 'tremor'}])
-- duckdb only: list_cosine_similarity, list_inner_product
SELECT
    distinct_pairs.item_a,
    distinct_pairs.item_b,
    CASE
        WHEN list_inner_product(vector_a.vector, vector_a.vector) > 0
            AND list_inner_product(vector_b.vector, vector_b.vector) > 0
            THEN list_cosine_similarity(vector_a.vector, vector_b.vector)
    END AS similarity
FROM (
    SELECT DISTINCT input_pairs.pair.item_a AS item_a, input_pairs.pair.item_b AS item_b
    FROM (SELECT unnest($term_pairs) AS pair) AS input_pairs
) AS distinct_pairs
LEFT JOIN setrisk_internal.term_vectors(
    $knowledge, list_transform($term_pairs, lambda pair: pair.item_a)
) AS vector_a ON vector_a.term = distinct_pairs.item_a
LEFT JOIN setrisk_internal.term_vectors(
    $knowledge, list_transform($term_pairs, lambda pair: pair.item_b)
) AS vector_b ON vector_b.term = distinct_pairs.item_b
