-- row_without_period()
-- The first row of the source that is being loaded whose period is NULL or empty.
--
-- row: one
-- column: row_no BIGINT?, >= 1: number of the row; NULL if all rows have a period
-- reads: nothing
-- stages: _setrisk_rows(_setrisk_period): one row per row of the source, with its period
SELECT min(rows.row_no) AS row_no
FROM (
    SELECT row_number() OVER () AS row_no, source_rows._setrisk_period
    FROM _setrisk_rows AS source_rows
) AS rows
WHERE coalesce(rows._setrisk_period, '') = ''
