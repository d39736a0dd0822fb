-- read_fimi(path, skip := 0, comment := '')
-- One row per line of a FIMI file: whole numbers parted by blanks, one transaction a line.
-- line BIGINT: number of the line in the file, from 1; items VARCHAR[]: as they stand in the line, repeats included
-- duckdb only: reads a file, regexp_matches of a class, error
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN NOT regexp_matches(lines.text, '[^0-9 ]|  |^ ?$')  -- most lines, at half the time
            THEN string_split(trim(lines.text), ' ')
        WHEN regexp_matches(lines.text, '[^0-9\s]')
            THEN error($path || ':' || lines.line || ': not FIMI: only whole numbers parted by blanks may stand in a line')
        ELSE list_filter(string_split_regex(lines.text, '\s+'), lambda name: name <> '')
    END AS items
FROM setrisk.read_lines($path, skip := $skip, comment := $comment) AS lines
