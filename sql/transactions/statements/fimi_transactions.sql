-- fimi_transactions(source, skip, comment)
-- The transactions of a file in the FIMI format: one transaction per line, its items whole numbers separated by white
-- space. Raises an error for a line that has anything else.
--
-- parameter: source: name of a table or view with the columns file, line and text
-- parameter: skip: how many lines to leave out at the top of each file
-- parameter: comment: lines that start with this text are left out; none are if it is ''
-- row: one per line, which is one transaction
-- column: line BIGINT, >= 1: number of the line in its file
-- column: items VARCHAR[]: in the order of the line, with repeats
-- reads: nothing
-- duckdb only: regexp_matches of a class
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        WHEN NOT regexp_matches(lines.text, '[^0-9 ]|  |^ ?$')  -- most lines, at half the time
            THEN string_split(trim(lines.text), ' ')
        WHEN regexp_matches(lines.text, '[^0-9\s]')
            THEN setrisk_internal.input_error(
                'not FIMI: a line may only contain whole numbers separated by blanks',
                file := lines.file,
                line := lines.line
            )
        ELSE list_filter(string_split_regex(lines.text, '\s+'), lambda name: name <> '')
    END AS items
FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
