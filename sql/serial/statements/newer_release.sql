-- newer_release(dataset, series)
-- The release of a series whose data set is the newest of those that are newer than a data set of the same subject.
--
-- row:    one, or none if the data set is the newest
-- column: release VARCHAR
-- column: dataset VARCHAR
-- reads:  originals
SELECT releases.release, releases.dataset
FROM setrisk.series AS members
JOIN setrisk.release AS releases ON releases.release = members.release
JOIN setrisk_private.snapshot AS snapshots ON snapshots.dataset = releases.dataset
JOIN setrisk_private.snapshot AS candidates
    ON candidates.subject = snapshots.subject
    AND candidates.period_column IS NOT DISTINCT FROM snapshots.period_column
    AND candidates.dataset = $dataset
WHERE members.series = $series AND snapshots.position > candidates.position
ORDER BY snapshots.position DESC
LIMIT 1
