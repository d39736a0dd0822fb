-- series_of_releases(releases)
-- The series that releases belong to.
--
-- row:    one per series
-- column: series VARCHAR
-- reads:  published
SELECT DISTINCT members.series
FROM setrisk.series AS members
WHERE list_contains($releases, members.release)
ORDER BY members.series
