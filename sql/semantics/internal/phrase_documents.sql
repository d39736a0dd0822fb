-- phrase_documents(corpus, phrases)
-- Which documents of a corpus hold the phrases of a list. A document holds a phrase of several words if these
-- follow each other.
--
-- row:    one per phrase and document that holds it
-- column: phrase VARCHAR
-- column: document BIGINT, >= 1
-- reads:  published
-- duckdb only: generate_subscripts
SELECT DISTINCT starts.phrase, starts.document
FROM (
    SELECT parts.phrase, corpus_words.document, corpus_words.position - parts.place AS start_position
    FROM (
        SELECT
            phrase_words.phrase,
            len(phrase_words.words) AS size,
            generate_subscripts(phrase_words.words, 1) AS place,
            unnest(phrase_words.words) AS word
        FROM (
            SELECT names.phrase, setrisk_internal.words(names.phrase) AS words
            FROM (SELECT DISTINCT unnest(CAST($phrases AS VARCHAR[])) AS phrase) AS names
        ) AS phrase_words
    ) AS parts
    JOIN setrisk.corpus_word AS corpus_words ON corpus_words.word = parts.word
    WHERE corpus_words.corpus = $corpus
    GROUP BY parts.phrase, parts.size, corpus_words.document, corpus_words.position - parts.place
    HAVING count(*) = parts.size
) AS starts
