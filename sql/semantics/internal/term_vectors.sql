-- term_vectors(knowledge, terms)
-- The vectors of terms in an embedding: the mean of the vectors of a term's known words.
--
-- row:    one per term of which the embedding knows a word
-- column: term VARCHAR
-- column: vector DOUBLE[]
-- reads:  published
-- duckdb only: generate_subscripts
SELECT
    means.term,
    list_transform(
        list_sort(list({'place': means.place, 'mean': means.mean})), lambda component: component.mean
    ) AS vector
FROM (
    SELECT components.term, components.place, avg(components.component) AS mean
    FROM (
        SELECT
            parts.term,
            generate_subscripts(word_vectors.vector, 1) AS place,
            unnest(word_vectors.vector) AS component
        FROM (
            SELECT names.term, unnest(setrisk_internal.words(names.term)) AS word
            FROM (SELECT DISTINCT unnest(CAST($terms AS VARCHAR[])) AS term) AS names
        ) AS parts
        JOIN setrisk.embedding AS word_vectors ON word_vectors.word = parts.word
        WHERE word_vectors.knowledge = $knowledge
    ) AS components
    GROUP BY components.term, components.place
) AS means
GROUP BY means.term
