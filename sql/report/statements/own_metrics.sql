-- own_metrics(release)
-- What a release has cost, by the metrics that its family has of its own.
--
-- row:    one per metric
-- column: metric VARCHAR
-- column: value DOUBLE, >= 0
-- reads:  originals
SELECT distortions.metric, distortions.value
FROM setrisk.distortions($release) AS distortions
ORDER BY distortions.metric
