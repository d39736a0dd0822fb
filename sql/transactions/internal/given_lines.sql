-- given_lines(source, skip := 0, comment := '')
-- The lines of a source of text, without the first lines of each file and without comment lines.
--
-- parameter: source: name of a table or view with the columns file, line and text
-- parameter: skip: how many lines to leave out at the top of each file
-- parameter: comment: lines that start with this text are left out; none are if it is ''
-- row: one per line that is not left out
-- column: file INTEGER, >= 1: number of the file
-- column: line BIGINT, >= 1: number of the line in its file
-- column: text VARCHAR?: the line; NULL if it is empty
-- reads: nothing
-- duckdb only: query_table
SELECT lines.file, lines.line, lines.text
FROM query_table($source) AS lines
WHERE lines.line > $skip AND NOT ($comment <> '' AND starts_with(coalesce(lines.text, ''), $comment))
