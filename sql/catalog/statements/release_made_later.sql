-- release_made_later(releases)
-- A release that is not among those given, but comes after one of them in its series, and so was made in view of it.
--
-- row:    one, or none if there is no such release
-- column: release VARCHAR: the one that is among those given
-- column: later VARCHAR: the one that is not
-- column: series VARCHAR
-- reads:  published
SELECT members.release, successors.release AS later, successors.series
FROM setrisk.series AS members
JOIN setrisk.series AS successors ON successors.series = members.series AND successors.position > members.position
WHERE list_contains($releases, members.release) AND NOT list_contains($releases, successors.release)
ORDER BY members.release, successors.release, successors.series
LIMIT 1
