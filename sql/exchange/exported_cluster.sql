-- exported_cluster(release)
-- One row per cluster of the release, as it leaves the database.
-- cluster INTEGER; n_records BIGINT
-- internal
SELECT clusters.cluster, clusters.n_records
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
ORDER BY clusters.cluster, clusters.n_records
