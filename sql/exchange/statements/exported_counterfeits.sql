-- exported_counterfeits(release)
-- The numbers of counterfeits that a serial release publishes.
--
-- row: one per cluster whose number of counterfeits is published
-- column: cluster INTEGER, >= 1: its number
-- column: published_counterfeits BIGINT, records, >= 1: counterfeits among those of the cluster
-- reads: published
SELECT counterfeits.cluster, counterfeits.published_counterfeits
FROM setrisk.counterfeits AS counterfeits
WHERE counterfeits.release = $release
ORDER BY counterfeits.cluster
