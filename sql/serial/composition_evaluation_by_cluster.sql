-- composition_evaluation_by_cluster(release)
-- One row per cluster of a serial release and attack, 'none' among them, for the owner. An error where no release of
-- that name was made in this database, or it is of another family.
--
-- row: one per cluster of a serial release and attack, 'none' among them, for the owner
-- column: attack VARCHAR
-- column: cluster BIGINT
-- column: records BIGINT: of people
-- column: counterfeits BIGINT: all of them
-- column: published_counterfeits BIGINT: those that the release owns up to
-- column: at_risk BIGINT: of the people
-- column: highest_risk DOUBLE: in multiples of the population rate
-- checks: own_release($release, family := 'serial')
-- reads: originals
SELECT
    risks.attack,
    risks.cluster,
    count(*) AS records,
    max(sizes.n_records) - count(*) AS counterfeits,
    coalesce(max(added.n), 0) AS published_counterfeits,
    count(*) FILTER (WHERE risks.at_risk) AS at_risk,
    max(risks.serial_risk) AS highest_risk
FROM setrisk_internal.record_risks($release) AS risks
JOIN setrisk.cluster AS sizes ON sizes.release = $release AND sizes.cluster = risks.cluster
LEFT JOIN setrisk.counterfeits AS added ON added.release = $release AND added.cluster = risks.cluster
GROUP BY risks.attack, risks.cluster
