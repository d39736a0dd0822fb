-- text_transactions(source)
-- The transactions of a table of texts: the nouns and noun phrases of each text are the items of one transaction.
--
-- parameter: source: name of a table or view with the column text
-- row: one per row of the source, which is one transaction
-- column: line BIGINT, >= 1: number of the row
-- column: items VARCHAR[]?: the noun phrases, in the order of the text, with repeats; NULL for no text
-- reads: nothing
-- source: THESIS 5.1.1
-- duckdb only: query_table, and the tagger is a Python kernel
SELECT texts.line, _setrisk_noun_phrases_v1(texts.text) AS items
FROM (
    SELECT row_number() OVER () AS line, CAST(source_rows.text AS VARCHAR) AS text
    FROM query_table($source) AS source_rows
) AS texts
