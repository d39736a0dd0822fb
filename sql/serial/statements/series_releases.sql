-- series_releases(series)
-- The releases of a series, in their order.
--
-- row:    one per release
-- column: position INTEGER, >= 1
-- column: release VARCHAR
-- column: method VARCHAR
-- column: dataset VARCHAR?: NULL for a release that was imported
-- reads:  published
SELECT members.position, members.release, releases.method, releases.dataset
FROM setrisk.series AS members
JOIN setrisk.release AS releases ON releases.release = members.release
WHERE members.series = $series
ORDER BY members.position
