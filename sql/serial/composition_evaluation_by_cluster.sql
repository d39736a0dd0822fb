-- composition_evaluation_by_cluster(release)
-- How many people the stored composition attacks put at risk, by cluster. Each stored attack is counted in each cluster
-- of the release, together with the counterfeits there. The attack 'none' is what the release reveals without any other
-- release. For the owner only. It is an error if the release was not made in this database, or belongs to another
-- family.
--
-- parameter: release: a serial release
-- row: one per stored attack, or 'none', and cluster of the release that has people
-- column: attack VARCHAR: the name of the stored attack, or 'none'
-- column: cluster INTEGER, >= 1: the cluster
-- column: records BIGINT, records, > 0: records of people in the cluster
-- column: counterfeits BIGINT, records, >= 0: all counterfeits in the cluster
-- column: published_counterfeits BIGINT, records, >= 0: those whose number the release publishes
-- column: people_at_risk BIGINT, records, >= 0: people whose strongest belief is above what the release allows
-- column: highest_serial_risk DOUBLE?, >= 0: the highest belief as a multiple of the population rate; NULL if no
--     record was examined
-- checks: own_release($release, family := 'serial')
-- reads: originals
-- page: serial.md
-- example: FROM setrisk.composition_evaluation_by_cluster('plain mar')
SELECT
    risks.attack,
    CAST(risks.cluster AS INTEGER) AS cluster,
    count(*) AS records,
    max(sizes.n_records) - count(*) AS counterfeits,
    coalesce(max(counterfeits.published_counterfeits), 0) AS published_counterfeits,
    count(*) FILTER (WHERE risks.at_risk) AS people_at_risk,
    max(risks.serial_risk) AS highest_serial_risk
FROM setrisk_internal.record_risks($release) AS risks
JOIN setrisk.cluster AS sizes ON sizes.release = $release AND sizes.cluster = risks.cluster
LEFT JOIN setrisk.counterfeits AS counterfeits
    ON counterfeits.release = $release AND counterfeits.cluster = risks.cluster
GROUP BY risks.attack, risks.cluster
