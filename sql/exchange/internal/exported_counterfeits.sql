-- exported_counterfeits(release)
-- One row per cluster of the release that owns up to counterfeits, as it leaves the database.
--
-- row: one per cluster of the release that owns up to counterfeits, as it leaves the database
-- column: cluster INTEGER
-- column: n BIGINT
-- reads: published
SELECT added.cluster, added.n
FROM setrisk.counterfeits AS added
WHERE added.release = $release
ORDER BY added.cluster
