-- csv_head(path, skip := 0, comment := '')
-- One row per line of a CSV file, gzip or not, a hundred at most: from the first one after `skip` lines on that is
-- neither empty nor starts with `comment`. What the columns are can be told from them.
-- line BIGINT: number of the line in the file, from 1; text VARCHAR; plain BIGINT: lines up to it that are no comments
-- internal
-- duckdb only: reads a file
SELECT counted.line, coalesce(counted.text, '') AS text, counted.plain
FROM (
    SELECT
        numbered.line,
        numbered.text,
        count(*) FILTER (WHERE NOT numbered.is_comment)
            OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS plain,
        count(*) FILTER (WHERE numbered.line > $skip AND numbered.text IS NOT NULL AND NOT numbered.is_comment)
            OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS begun
    FROM (
        SELECT
            row_number() OVER () AS line,
            file.text,
            $comment <> '' AND starts_with(coalesce(file.text, ''), $comment) AS is_comment
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
) AS counted
WHERE counted.begun > 0
LIMIT 100
