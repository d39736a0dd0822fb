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
SELECT streamed.file, streamed.line, streamed.text
FROM _setrisk_frame AS streamed;

WITH sampled AS (
    SELECT candidates.separator, lines.text
    FROM _setrisk_sample AS lines
    CROSS JOIN (SELECT unnest(CAST($candidates AS VARCHAR[])) AS separator) AS candidates
    WHERE lines.line > $skip AND NOT ($comment <> '' AND starts_with(coalesce(lines.text, ''), $comment))
        AND regexp_matches(lines.text, '\S')
)
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
            WHERE CASE
                WHEN whole.separator = '' THEN regexp_matches(trim(whole.text), '\s')
                ELSE contains(whole.text, whole.separator)
            END
        ) AS n_holding,
        count(*) FILTER (WHERE setrisk_internal.basket_items(whole.text, whole.separator) IS NULL) AS n_broken,
        0 AS n_entries,
        0 AS n_items,
        0 AS n_once
    FROM sampled AS whole
    GROUP BY whole.separator
    UNION ALL
    SELECT grouped.separator, 0, 0, 0, sum(grouped.n), count(*), count(*) FILTER (WHERE grouped.n = 1)
    FROM (
        SELECT split.separator, split.item, count(*) AS n
        FROM (
            SELECT whole.separator, unnest(setrisk_internal.basket_items(whole.text, whole.separator)) AS item
            FROM sampled AS whole
        ) AS split
        GROUP BY split.separator, split.item
    ) AS grouped
    GROUP BY grouped.separator
) AS counted
GROUP BY counted.separator
