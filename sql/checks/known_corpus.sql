-- known_corpus(corpus)
-- The name of a corpus; an error for any other name, so that a misspelt name is not mistaken for a corpus that knows no
-- term.
--
-- row: one
-- column: corpus VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) > 0 THEN $corpus
        ELSE error(
            'there is no corpus ' || coalesce($corpus, 'NULL') || '; SELECT corpus FROM setrisk.corpus lists them'
        )
    END AS corpus
FROM setrisk.corpus AS corpora
WHERE corpora.corpus = $corpus
