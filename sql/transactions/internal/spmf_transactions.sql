-- spmf_transactions(source, skip := 0, comment := '@')
-- One row per line of the table `source` (file, line, text), a sequence of an SPMF file, as one transaction: numbers,
-- -1 after each itemset, -2 at the end.
--
-- row: one per line of the table `source` (file, line, text), a sequence of an SPMF file, as one transaction
-- column: line BIGINT: number of the line in its file, from 1
-- column: items VARCHAR[]: as they stand in the line, repeats included
-- reads: nothing
-- duckdb only: regexp_full_match, error
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN regexp_full_match(lines.text, '\s*(([0-9]+\s+)*-1\s+)*-2\s*')
            THEN list_filter(string_split_regex(lines.text, '\s+'), lambda name: name NOT IN ('', '-1', '-2'))
        ELSE error('line ' || lines.line || ' of file ' || lines.file || ': not SPMF: a line is numbers, -1 after each itemset, -2 at its end')
    END AS items
FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
