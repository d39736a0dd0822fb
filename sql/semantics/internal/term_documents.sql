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
    SELECT parts.term, held.document, held.position - parts.place AS start_position
    FROM (
        SELECT
            asked.term,
            len(asked.words) AS size,
            generate_subscripts(asked.words, 1) AS place,
            unnest(asked.words) AS word
        FROM (
            SELECT listed.term, setrisk_internal.words(listed.term) AS words
            FROM (SELECT DISTINCT unnest(CAST($terms AS VARCHAR[])) AS term) AS listed
        ) AS asked
    ) AS parts
    JOIN setrisk.corpus_word AS held ON held.word = parts.word
    WHERE held.corpus = $corpus
    GROUP BY parts.term, parts.size, held.document, held.position - parts.place
    HAVING count(*) = parts.size
) AS phrases
