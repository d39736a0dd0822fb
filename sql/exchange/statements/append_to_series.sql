-- append_to_series(series, release)
-- Make a release the last one of a series, or the first one of a new series.
--
-- reads: published
-- writes: setrisk.series
INSERT INTO setrisk.series (series, position, release)
SELECT $series, coalesce(max(members.position), 0) + 1, $release
FROM setrisk.series AS members
WHERE members.series = $series
