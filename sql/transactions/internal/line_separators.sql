-- line_separators(source, candidates, skip := 0, comment := '')
-- One row per candidate for what separates the items of the lines of the table `source` (file, line, text), with what
-- comes of it: the right one makes items that occur again and again. Blank lines do not count.
--
-- row: one per candidate for what separates the items of the lines of the table `source` (file, line, text), with what
--     comes of it
-- column: separator VARCHAR: '' is any white space
-- column: n_lines BIGINT
-- column: n_holding BIGINT: lines that hold it
-- column: n_broken BIGINT: lines whose quotes do not fit it
-- column: n_entries BIGINT: items of all lines
-- column: n_items BIGINT: different ones
-- column: n_once BIGINT: of these, those that occur once
-- reads: nothing
SELECT
    counted.separator,
    sum(counted.n_lines) AS n_lines,
    sum(counted.n_holding) AS n_holding,
    sum(counted.n_broken) AS n_broken,
    sum(counted.n_entries) AS n_entries,
    sum(counted.n_items) AS n_items,
    sum(counted.n_once) AS n_once
FROM (
    SELECT
        whole.separator,
        count(*) AS n_lines,
        count(*) FILTER (
            WHERE CASE WHEN whole.separator = '' THEN regexp_matches(trim(whole.text), '\s') ELSE contains(whole.text, whole.separator) END
        ) AS n_holding,
        count(*) FILTER (WHERE setrisk_internal.basket_items(whole.text, whole.separator) IS NULL) AS n_broken,
        0 AS n_entries,
        0 AS n_items,
        0 AS n_once
    FROM (
        SELECT candidates.separator, lines.text
        FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
        CROSS JOIN (SELECT unnest(CAST($candidates AS VARCHAR[])) AS separator) AS candidates
        WHERE regexp_matches(lines.text, '\S')
    ) AS whole
    GROUP BY whole.separator
    UNION ALL
    SELECT grouped.separator, 0, 0, 0, sum(grouped.n), count(*), count(*) FILTER (WHERE grouped.n = 1)
    FROM (
        SELECT split.separator, split.item, count(*) AS n
        FROM (
            SELECT candidates.separator, unnest(setrisk_internal.basket_items(lines.text, candidates.separator)) AS item
            FROM setrisk_internal.given_lines($source, skip := $skip, comment := $comment) AS lines
            CROSS JOIN (SELECT unnest(CAST($candidates AS VARCHAR[])) AS separator) AS candidates
            WHERE regexp_matches(lines.text, '\S')
        ) AS split
        GROUP BY split.separator, split.item
    ) AS grouped
    GROUP BY grouped.separator
) AS counted
GROUP BY counted.separator
