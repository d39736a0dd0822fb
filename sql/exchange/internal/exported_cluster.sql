-- exported_cluster(release)
-- One row per cluster of the release, as it leaves the database.
--
-- row: one per cluster of the release, as it leaves the database
-- column: cluster INTEGER
-- column: n_records BIGINT
-- reads: published
SELECT clusters.cluster, clusters.n_records
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
ORDER BY clusters.cluster, clusters.n_records
