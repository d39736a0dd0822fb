-- read_fimi(path, skip := 0, comment := '')
-- One row per line of a FIMI file: whole numbers parted by blanks, one transaction a line.
-- line BIGINT: number of the line in the file, from 1; items VARCHAR[]: as they stand in the line, repeats included
-- duckdb only: reads a file, regexp_full_match, error
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN regexp_full_match(lines.text, '[0-9\s]*')
            THEN list_filter(string_split(replace(trim(lines.text), chr(9), ' '), ' '), lambda name: name <> '')
        ELSE error($path || ':' || lines.line || ': not FIMI: only whole numbers parted by blanks may stand in a line')
    END AS items
FROM setrisk.read_lines($path, skip := $skip, comment := $comment) AS lines
