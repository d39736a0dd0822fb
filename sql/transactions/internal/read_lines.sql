-- read_lines(path, skip := 0, comment := '')
-- One row per line of a text file, gzip or not, from line skip + 1 on, without the lines that start with `comment`.
--
-- row: one per line of a text file, gzip or not, from line skip + 1 on, without the lines that start with `comment`
-- column: line BIGINT: number of the line in the file, from 1
-- column: text VARCHAR?: the line, NULL when empty
-- reads: nothing
-- duckdb only: reads a file
SELECT numbered.line, numbered.text
FROM (
    SELECT row_number() OVER () AS line, file.text
    FROM read_csv(
        $path,
        columns = {'text': 'VARCHAR'},
        header = false,
        auto_detect = false,
        delim = '',
        quote = '',
        escape = '',
        max_line_size = 16777216
    ) AS file
) AS numbered
WHERE numbered.line > $skip AND NOT ($comment <> '' AND starts_with(coalesce(numbered.text, ''), $comment))
