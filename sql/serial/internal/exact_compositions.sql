-- exact_compositions(series, release, max_cluster_size := 12)
-- For each record of a small cluster, the sensitive item whose belief is highest in relation to what the release
-- allows, if the attacker counts every placement of the copies (see exact_posteriors).
--
-- parameter: max_cluster_size: only clusters of at most this many records are examined
-- row: one per record of a small cluster that may have a sensitive item
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed_belief DOUBLE, > 0
-- reads: published
SELECT beliefs.record, beliefs.item, beliefs.prior, beliefs.posterior, beliefs.population_rate, beliefs.allowed_belief
FROM (
    SELECT
        beliefs.record,
        beliefs.item,
        beliefs.prior,
        beliefs.posterior,
        beliefs.population_rate,
        setrisk_internal.allowed_belief(releases.parameters, beliefs.population_rate) AS allowed_belief,
        row_number() OVER (
            PARTITION BY beliefs.record
            ORDER BY
                beliefs.posterior
                / setrisk_internal.allowed_belief(releases.parameters, beliefs.population_rate) DESC,
                beliefs.item
        ) AS place
    FROM setrisk.exact_posteriors($series, release := $release, max_cluster_size := $max_cluster_size) AS beliefs
    JOIN setrisk.release AS releases ON releases.release = beliefs.release
) AS beliefs
WHERE beliefs.place = 1
