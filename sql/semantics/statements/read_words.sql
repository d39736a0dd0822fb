-- read_words(source)
-- The words of the documents in a table to be imported.
--
-- parameter: source: the name of a table with the column text
-- row:       one per document and word in it
-- column:    document BIGINT, >= 1: the row of the table
-- column:    position INTEGER, >= 1: the place of the word in the document
-- column:    word VARCHAR
-- reads:     nothing
-- duckdb only: query_table, generate_subscripts
SELECT
    documents.document,
    CAST(generate_subscripts(documents.words, 1) AS INTEGER) AS position,
    unnest(documents.words) AS word
FROM (
    SELECT texts.document, setrisk_internal.words(texts.text) AS words
    FROM (
        SELECT row_number() OVER () AS document, CAST(source_rows.text AS VARCHAR) AS text
        FROM query_table($source) AS source_rows
    ) AS texts
) AS documents
