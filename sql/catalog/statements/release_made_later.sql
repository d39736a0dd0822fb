-- release_made_later(releases)
-- A release that is not among those given, but comes after one of them in its series, and so was made in view of it.
--
-- row:    one, or none where there is no such release
-- column: release VARCHAR: the one that is among those given
-- column: later VARCHAR: the one that is not
-- column: series VARCHAR
-- reads:  published
SELECT earlier.release, later.release AS later, later.series
FROM setrisk.series AS earlier
JOIN setrisk.series AS later ON later.series = earlier.series AND later.position > earlier.position
WHERE list_contains($releases, earlier.release) AND NOT list_contains($releases, later.release)
ORDER BY earlier.release, later.release, later.series
LIMIT 1
