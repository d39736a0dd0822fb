-- exported_cluster(release)
-- The clusters of a release.
--
-- row: one per cluster
-- column: cluster INTEGER, >= 1: its number
-- column: n_records BIGINT, records, >= 1: those in it
-- reads: published
SELECT clusters.cluster, clusters.n_records
FROM setrisk.cluster AS clusters
WHERE clusters.release = $release
ORDER BY clusters.cluster, clusters.n_records
