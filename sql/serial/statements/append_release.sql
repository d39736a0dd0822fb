-- append_release(series, position, release)
-- Give a release its place in a series.
--
-- writes: setrisk.series
INSERT INTO setrisk.series (series, position, release)
SELECT $series, $position, $release
