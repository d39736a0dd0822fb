-- read_words(source)
-- One row per word of the documents of the table `source` (text).
--
-- row: one per word of the documents of the table `source` (text)
-- column: document BIGINT: the row, from 1
-- column: position INTEGER, >= 1
-- column: word VARCHAR
-- reads: nothing
-- duckdb only: query_table, generate_subscripts
SELECT
    documents.document,
    CAST(generate_subscripts(documents.words, 1) AS INTEGER) AS position,
    unnest(documents.words) AS word
FROM (
    SELECT numbered.document, setrisk_internal.words(numbered.text) AS words
    FROM (
        SELECT row_number() OVER () AS document, CAST(given.text AS VARCHAR) AS text
        FROM query_table($source) AS given
    ) AS numbered
) AS documents
