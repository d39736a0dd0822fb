-- release_in_series(release)
-- The place of a serial release in its series, and how many clusters of which sizes it has.
--
-- row:    one, or none if the release is in no series
-- column: series VARCHAR
-- column: position INTEGER, >= 1
-- column: clusters BIGINT
-- column: smallest BIGINT, records, >= 0
-- column: largest BIGINT, records, >= 0
-- reads:  published
SELECT
    members.series,
    members.position,
    count(*) AS clusters,
    min(sizes.n_records) AS smallest,
    max(sizes.n_records) AS largest
FROM setrisk.series AS members
JOIN setrisk.cluster AS sizes ON sizes.release = members.release
WHERE members.release = $release
GROUP BY members.series, members.position
