-- csv_head(path, skip := 0, comment := '')
-- One row per line of a CSV file, gzip or not, from line skip + 1 on, a hundred at most, without those that are empty or
-- start with `comment`: what its first row can be told from.
-- line BIGINT: number of the line in the file, from 1; text VARCHAR; plain BIGINT: lines up to it that are no comments
-- internal
-- duckdb only: reads a file
SELECT numbered.line, numbered.text, numbered.plain
FROM (
    SELECT
        file.text,
        row_number() OVER () AS line,
        count(*) FILTER (WHERE $comment = '' OR NOT starts_with(coalesce(file.text, ''), $comment))
            OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS plain
    FROM read_csv(
        $path,
        columns = {'text': 'VARCHAR'},
        header = false,
        auto_detect = false,
        delim = '',
        quote = '',
        escape = '',
        strict_mode = false,
        max_line_size = 16777216
    ) AS file
) AS numbered
WHERE numbered.line > $skip
    AND numbered.text IS NOT NULL
    AND NOT ($comment <> '' AND starts_with(numbered.text, $comment))
LIMIT 100
