-- read_spmf(path, skip := 0, comment := '@')
-- One row per sequence of an SPMF file, as one transaction: numbers, -1 after each itemset, -2 at the end.
-- line BIGINT: number of the line in the file, from 1; items VARCHAR[]: as they stand in the line, repeats included
-- duckdb only: reads a file, regexp_full_match, error
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN regexp_full_match(lines.text, '\s*(([0-9]+\s+)*-1\s+)*-2\s*')
            THEN list_filter(string_split_regex(lines.text, '\s+'), lambda name: name NOT IN ('', '-1', '-2'))
        ELSE error($path || ':' || lines.line || ': not SPMF: a line is numbers, -1 after each itemset, -2 at its end')
    END AS items
FROM setrisk.read_lines($path, skip := $skip, comment := $comment) AS lines
