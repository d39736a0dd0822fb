-- last_of_series(release)
-- The series of a release, and the last release of that series.
--
-- row:    one, or none if the release is in no series
-- column: series VARCHAR
-- column: last VARCHAR
-- reads:  published
SELECT places.series, max_by(members.release, members.position) AS last
FROM setrisk.series AS places
JOIN setrisk.series AS members ON members.series = places.series
WHERE places.release = $release
GROUP BY places.series
