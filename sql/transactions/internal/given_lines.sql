-- given_lines(source, skip := 0, comment := '')
-- One row per line of the table `source` (file, line, text), from line skip + 1 of each file on, without the lines that
-- start with `comment`.
--
-- row: one per line of the table `source` (file, line, text), from line skip + 1 of each file on, without the lines
--     that start with `comment`
-- column: file INTEGER: number of the file, from 1
-- column: line BIGINT: number of the line in it, from 1
-- column: text VARCHAR?: the line, NULL when empty
-- reads: nothing
-- duckdb only: query_table
SELECT given.file, given.line, given.text
FROM query_table($source) AS given
WHERE given.line > $skip AND NOT ($comment <> '' AND starts_with(coalesce(given.text, ''), $comment))
