-- exact_compositions(series, release, largest := 12)
-- One row per record of a small cluster of the release that may have a private term: the term of which an adversary
-- believes most, against what the release promises, who counts every placement of the copies (exact_posteriors).
--
-- row: one per record of a small cluster of the release that may have a private term
-- column: record BIGINT
-- column: item VARCHAR
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: population_rate DOUBLE
-- column: allowed DOUBLE
-- reads: published
SELECT ranked.record, ranked.item, ranked.prior, ranked.posterior, ranked.population_rate, ranked.allowed
FROM (
    SELECT
        believed.record,
        believed.item,
        believed.prior,
        believed.posterior,
        believed.population_rate,
        setrisk_internal.allowed_belief(made.parameters, believed.population_rate) AS allowed,
        row_number() OVER (
            PARTITION BY believed.record
            ORDER BY
                believed.posterior / setrisk_internal.allowed_belief(made.parameters, believed.population_rate) DESC, believed.item
        ) AS place
    FROM setrisk.exact_posteriors($series, release := $release, largest := $largest) AS believed
    JOIN setrisk.release AS made ON made.release = believed.release
) AS ranked
WHERE ranked.place = 1
