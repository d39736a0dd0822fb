-- term_vectors(measure, terms)
-- The vectors of terms in an embedding: the mean of the vectors of a term's known words.
--
-- row:    one per term of which the embedding knows a word
-- column: term VARCHAR
-- column: vector DOUBLE[]
-- reads:  published
-- duckdb only: generate_subscripts
SELECT
    averaged.term,
    list_transform(
        list_sort(list({'place': averaged.place, 'mean': averaged.mean})), lambda component: component.mean
    ) AS vector
FROM (
    SELECT spread.term, spread.place, avg(spread.component) AS mean
    FROM (
        SELECT parts.term, generate_subscripts(known.vector, 1) AS place, unnest(known.vector) AS component
        FROM (
            SELECT listed.term, unnest(setrisk_internal.words(listed.term)) AS word
            FROM (SELECT DISTINCT unnest(CAST($terms AS VARCHAR[])) AS term) AS listed
        ) AS parts
        JOIN setrisk.embedding AS known ON known.word = parts.word
        WHERE known.measure = $measure
    ) AS spread
    GROUP BY spread.term, spread.place
) AS averaged
GROUP BY averaged.term
