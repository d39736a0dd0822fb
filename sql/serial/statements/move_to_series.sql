-- move_to_series(release, series)
-- Move a release to another series, with its position.
--
-- writes: setrisk.series
UPDATE setrisk.series AS members
SET series = $series
WHERE members.release = $release
