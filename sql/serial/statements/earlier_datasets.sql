-- earlier_datasets(series, release, method)
-- The data sets of the other releases of a series that a method has made.
--
-- row:    one per release, in their order
-- column: dataset VARCHAR?: NULL for a release that was imported
-- reads:  published
SELECT releases.dataset
FROM setrisk.series AS members
JOIN setrisk.release AS releases ON releases.release = members.release
WHERE members.series = $series AND members.release <> $release AND releases.method = $method
ORDER BY members.position
