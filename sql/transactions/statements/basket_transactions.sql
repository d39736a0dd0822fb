-- basket_transactions(source, separator, skip, comment)
-- The transactions of a text file with one transaction per line, its items separated by a separator and quoted, as in
-- CSV, if they contain it. Raises an error for a quoted item that is not closed properly.
--
-- parameter: source: name of a table or view with the columns file, line and text
-- parameter: separator: what separates the items of a line; '' for any white space
-- parameter: skip: how many lines to leave out at the top of each file
-- parameter: comment: lines that start with this text are left out; none are if it is ''
-- row: one per line, which is one transaction
-- column: line BIGINT, >= 1: number of the line in its file
-- column: items VARCHAR[]: in the order of the line, with repeats
-- reads: nothing
SELECT
    lines.line,
    CASE
        WHEN lines.text IS NULL THEN []
        ELSE coalesce(
            setrisk_internal.basket_items(lines.text, $separator),
            setrisk_internal.input_error(
                'a quote at the beginning of an item is not closed at its end; if it is part of the name, write """" '
                || 'for it within quotes',
                file := lines.file,
                line := lines.line
            )
        )
    END AS items
FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
