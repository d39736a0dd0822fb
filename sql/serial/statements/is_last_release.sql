-- is_last_release(release)
-- Whether a release is the last one of its series.
--
-- row:    one, or none if the release is in no series
-- column: series VARCHAR
-- column: is_last BOOLEAN
-- reads:  published
SELECT members.series, coalesce(max(other_members.position), 0) < members.position AS is_last
FROM setrisk.series AS members
LEFT JOIN setrisk.series AS other_members
    ON other_members.series = members.series AND other_members.release <> members.release
WHERE members.release = $release
GROUP BY members.series, members.position
