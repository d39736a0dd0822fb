-- rows_of_period(period)
-- The rows of one period of the source that is being loaded, with all columns.
--
-- parameter: period: the period
-- row:       one per row of the period
-- reads:     nothing
-- stages: _setrisk_rows(_setrisk_period): one row per row of the source, with its period
SELECT rows.*
FROM _setrisk_rows AS rows
WHERE rows._setrisk_period = $period
