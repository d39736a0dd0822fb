-- text_transactions(source)
-- One row per row of the table `source` (text): one transaction each, of the text's nouns and noun phrases (THESIS
-- 5.1.1), in the order of the text.
--
-- row: one per row of the table `source` (text)
-- column: line BIGINT: the row, from 1
-- column: items VARCHAR[]: the noun phrases
-- reads: nothing
-- duckdb only: query_table, and the tagger is a Python kernel
SELECT given.line, _setrisk_noun_phrases_v1(given.text) AS items
FROM (
    SELECT row_number() OVER () AS line, CAST(source_rows.text AS VARCHAR) AS text
    FROM query_table($source) AS source_rows
) AS given
