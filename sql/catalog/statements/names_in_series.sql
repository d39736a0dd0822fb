-- names_in_series(series)
-- The names of the releases of a series, in order.
--
-- row:    one per release
-- column: release VARCHAR
-- reads:  published
SELECT members.release
FROM setrisk.series AS members
WHERE members.series = $series
ORDER BY members.position
