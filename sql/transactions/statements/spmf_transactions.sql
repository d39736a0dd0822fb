-- spmf_transactions(source, skip, comment)
-- The transactions of a file in the SPMF format, whose lines are sequences: numbers, with -1 after each itemset and -2
-- at the end. All itemsets of a line make one transaction; a line of another form raises an error.
--
-- parameter: source: name of a table or view with the columns file, line and text
-- parameter: skip: how many lines to leave out at the top of each file
-- parameter: comment: lines that start with this text are left out; none are if it is ''
-- row: one per line, which is one transaction
-- column: line BIGINT, >= 1: number of the line in its file
-- column: items VARCHAR[]: in the order of the line, with repeats
-- reads: nothing
-- source: SANONY Table 8
-- duckdb only: regexp_full_match
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN regexp_full_match(lines.text, '\s*(([0-9]+\s+)*-1\s+)*-2\s*')
            THEN list_filter(string_split_regex(lines.text, '\s+'), lambda name: name NOT IN ('', '-1', '-2'))
        ELSE setrisk_internal.input_error(
            'not SPMF: a line is numbers, -1 after each itemset, -2 at its end', file := lines.file, line := lines.line
        )
    END AS items
FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
