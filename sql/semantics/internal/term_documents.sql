-- term_documents(corpus, terms)
-- Which documents of a corpus hold the terms of a list. A document holds a term of several words where these follow
-- each other.
--
-- row:    one per term and document that holds it
-- column: term VARCHAR
-- column: document BIGINT, >= 1
-- reads:  published
-- duckdb only: generate_subscripts
SELECT DISTINCT phrases.term, phrases.document
FROM (
    SELECT parts.term, occurrences.document, occurrences.position - parts.place AS start_position
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
    JOIN setrisk.corpus_word AS occurrences ON occurrences.word = parts.word
    WHERE occurrences.corpus = $corpus
    GROUP BY parts.term, parts.size, occurrences.document, occurrences.position - parts.place
    HAVING count(*) = parts.size
) AS phrases
