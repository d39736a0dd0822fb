-- separator_counts(candidates, skip, comment)
-- What comes of splitting the lines of a sample at each of some candidates: the right separator gives items that occur
-- again and again. Blank lines do not count.
--
-- parameter: candidates: separators; '' for any white space
-- parameter: skip: how many lines to leave out at the top of each file
-- parameter: comment: lines that start with this text are left out; none are if it is ''
-- row: one per candidate, if the sample has any line
-- column: separator VARCHAR: the candidate
-- column: n_lines BIGINT, lines, >= 1: those of the sample
-- column: n_holding BIGINT, lines, >= 0: those that contain the candidate
-- column: n_broken BIGINT, lines, >= 0: those that cannot be split at it, because of their quotes
-- column: n_entries BIGINT, >= 0: items of all lines, with repeats
-- column: n_items BIGINT, items, >= 0: distinct ones
-- column: n_once BIGINT, items, >= 0: distinct ones that occur once
-- reads: nothing
-- stages: _setrisk_frame(file, line, text): the lines of the sample, as a stream that is read once
-- stages: _setrisk_sample(file, line, text): the same lines, in a temporary table
CREATE OR REPLACE TEMP TABLE _setrisk_sample AS
SELECT lines.file, lines.line, lines.text
FROM _setrisk_frame AS lines;

WITH sample_lines AS (
    SELECT candidates.separator, lines.text
    FROM _setrisk_sample AS lines
    CROSS JOIN (SELECT unnest(CAST($candidates AS VARCHAR[])) AS separator) AS candidates
    WHERE lines.line > $skip AND NOT ($comment <> '' AND starts_with(coalesce(lines.text, ''), $comment))
        AND regexp_matches(lines.text, '\S')
)
SELECT
    counts.separator,
    CAST(sum(counts.n_lines) AS BIGINT) AS n_lines,
    CAST(sum(counts.n_holding) AS BIGINT) AS n_holding,
    CAST(sum(counts.n_broken) AS BIGINT) AS n_broken,
    CAST(sum(counts.n_entries) AS BIGINT) AS n_entries,
    CAST(sum(counts.n_items) AS BIGINT) AS n_items,
    CAST(sum(counts.n_once) AS BIGINT) AS n_once
FROM (
    SELECT
        lines.separator,
        count(*) AS n_lines,
        count(*) FILTER (
            WHERE CASE
                WHEN lines.separator = '' THEN regexp_matches(trim(lines.text), '\s')
                ELSE contains(lines.text, lines.separator)
            END
        ) AS n_holding,
        count(*) FILTER (WHERE setrisk_internal.basket_items(lines.text, lines.separator) IS NULL) AS n_broken,
        0 AS n_entries,
        0 AS n_items,
        0 AS n_once
    FROM sample_lines AS lines
    GROUP BY lines.separator
    UNION ALL
    SELECT item_counts.separator, 0, 0, 0, sum(item_counts.n), count(*), count(*) FILTER (WHERE item_counts.n = 1)
    FROM (
        SELECT entries.separator, entries.item, count(*) AS n
        FROM (
            SELECT lines.separator, unnest(setrisk_internal.basket_items(lines.text, lines.separator)) AS item
            FROM sample_lines AS lines
        ) AS entries
        GROUP BY entries.separator, entries.item
    ) AS item_counts
    GROUP BY item_counts.separator
) AS counts
GROUP BY counts.separator
