-- term_documents(corpus, terms)
-- Which documents of a corpus hold the terms of a list. A document holds a term of several words if these follow
-- each other.
--
-- row:    one per term and document that holds it
-- column: term VARCHAR
-- column: document BIGINT, >= 1
-- reads:  published
-- duckdb only: generate_subscripts
SELECT DISTINCT phrases.term, phrases.document
FROM (
    SELECT parts.term, corpus_words.document, corpus_words.position - parts.place AS start_position
    FROM (
        SELECT
            term_words.term,
            len(term_words.words) AS size,
            generate_subscripts(term_words.words, 1) AS place,
            unnest(term_words.words) AS word
        FROM (
            SELECT names.term, setrisk_internal.words(names.term) AS words
            FROM (SELECT DISTINCT unnest(CAST($terms AS VARCHAR[])) AS term) AS names
        ) AS term_words
    ) AS parts
    JOIN setrisk.corpus_word AS corpus_words ON corpus_words.word = parts.word
    WHERE corpus_words.corpus = $corpus
    GROUP BY parts.term, parts.size, corpus_words.document, corpus_words.position - parts.place
    HAVING count(*) = parts.size
) AS phrases
