-- fimi_transactions(source, skip := 0, comment := '')
-- One row per line of the table `source` (file, line, text): whole numbers separated by blanks, one transaction a line.
--
-- row: one per line of the table `source` (file, line, text)
-- column: line BIGINT: number of the line in its file, from 1
-- column: items VARCHAR[]: as they stand in the line, repeats included
-- reads: nothing
-- duckdb only: regexp_matches of a class, error
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN NOT regexp_matches(lines.text, '[^0-9 ]|  |^ ?$')  -- most lines, at half the time
            THEN string_split(trim(lines.text), ' ')
        WHEN regexp_matches(lines.text, '[^0-9\s]')
            THEN error('line ' || lines.line || ' of file ' || lines.file || ': not FIMI: only whole numbers separated by blanks may stand in a line')
        ELSE list_filter(string_split_regex(lines.text, '\s+'), lambda name: name <> '')
    END AS items
FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
