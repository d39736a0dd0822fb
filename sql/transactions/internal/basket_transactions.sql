-- basket_transactions(source, separator := '', skip := 0, comment := '')
-- One row per line of the table `source` (file, line, text) with one transaction a line, its items separated by
-- `separator` ('' is any white space) and quoted where they hold it, as in CSV.
--
-- row: one per line of the table `source` (file, line, text) with one transaction a line, its items separated by
--     `separator` ('' is any white space) and quoted where they hold it, as in CSV
-- column: line BIGINT: number of the line in its file, from 1
-- column: items VARCHAR[]: as they stand in the line, repeats included
-- reads: nothing
-- duckdb only: error
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        ELSE coalesce(
            setrisk_internal.basket_items(lines.text, $separator),
            error(
                'line ' || lines.line || ' of file ' || lines.file || ': a quote at the beginning of an item is not closed '
                || 'at its end; where it is part of the name, write """" for it within quotes'
            )
        )
    END AS items
FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
