-- exact_compositions(series, release, largest := 12)
-- For each record of a small cluster, the sensitive item whose belief is highest in relation to what the release
-- allows, where the adversary counts every placement of the copies (see exact_posteriors).
--
-- parameter: largest: only clusters of at most this many records are examined
-- row: one per record of a small cluster that may have a sensitive item
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, 0 to 1
-- column: posterior DOUBLE, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed DOUBLE, > 0
-- reads: published
SELECT ranked.record, ranked.item, ranked.prior, ranked.posterior, ranked.population_rate, ranked.allowed
FROM (
    SELECT
        believed.record,
        believed.item,
        believed.prior,
        believed.posterior,
        believed.population_rate,
        setrisk_internal.allowed_belief(releases.parameters, believed.population_rate) AS allowed,
        row_number() OVER (
            PARTITION BY believed.record
            ORDER BY
                believed.posterior
                / setrisk_internal.allowed_belief(releases.parameters, believed.population_rate) DESC,
                believed.item
        ) AS place
    FROM setrisk.exact_posteriors($series, release := $release, largest := $largest) AS believed
    JOIN setrisk.release AS releases ON releases.release = believed.release
) AS ranked
WHERE ranked.place = 1
