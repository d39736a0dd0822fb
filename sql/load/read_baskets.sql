-- read_baskets(path, separator := '', skip := 0, comment := '')
-- One row per line of a file with one transaction a line, its items parted by `separator` ('' is any white space).
-- line BIGINT: number of the line in the file, from 1; items VARCHAR[]: as they stand in the line, repeats included
-- duckdb only: reads a file
SELECT
    lines.line,
    list_filter(
        list_transform(
            CASE
                WHEN $separator = '' THEN string_split_regex(trim(coalesce(lines.text, '')), '\s+')
                ELSE string_split(coalesce(lines.text, ''), $separator)
            END,
            lambda name: trim(name)
        ),
        lambda name: name <> ''
    ) AS items
FROM setrisk.read_lines($path, skip := $skip, comment := $comment) AS lines
