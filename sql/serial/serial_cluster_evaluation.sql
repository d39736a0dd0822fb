-- serial_cluster_evaluation(release)
-- One row per cluster of a serial release and attack, 'none' among them, for the owner.
-- An error where no release of that name was made in this database, or it is of another family.
-- attack VARCHAR; cluster INTEGER; records BIGINT: of people; counterfeits BIGINT: all of them; published_counterfeits BIGINT:
-- those that the release owns up to; at_risk BIGINT: of the people; highest_risk DOUBLE: in multiples of the population rate
SELECT
    risks.attack,
    risks.cluster,
    count(*) AS records,
    max(sizes.n_records) - count(*) AS counterfeits,
    coalesce(max(added.n), 0) AS published_counterfeits,
    count(*) FILTER (WHERE risks.at_risk) AS at_risk,
    max(risks.serial_risk) AS highest_risk
FROM setrisk.record_risks($release) AS risks
JOIN setrisk.cluster AS sizes ON sizes.release = $release AND sizes.cluster = risks.cluster
LEFT JOIN setrisk.counterfeits AS added ON added.release = $release AND added.cluster = risks.cluster
GROUP BY risks.attack, risks.cluster
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release, length(own.release), length(own.release), length(own.release), length(own.release), length(own.release),
    length(own.release)
FROM setrisk.own_release($release, family := 'serial') AS own
WHERE own.release IS NULL
