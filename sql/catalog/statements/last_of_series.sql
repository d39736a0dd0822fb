-- last_of_series(release)
-- The series of a release, and the last release of that series.
--
-- row:    one, or none where the release is in no series
-- column: series VARCHAR
-- column: last VARCHAR
-- reads:  published
SELECT place.series, max_by(member.release, member.position) AS last
FROM setrisk.series AS place
JOIN setrisk.series AS member ON member.series = place.series
WHERE place.release = $release
GROUP BY place.series
