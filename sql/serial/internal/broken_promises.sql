-- broken_promises(series, release := NULL, transitive := true)
-- One row per unit, kind of its records and private term where an adversary believes more than the release promises
-- (SANONY Definition 12). transitive: whether to look for transitive composition too, which takes longest.
--
-- row: one per unit, kind of its records and private term where an adversary believes more than the release promises
--     (SANONY Definition 12)
-- column: scope VARCHAR
-- column: release VARCHAR
-- column: cluster INTEGER
-- column: kind BIGINT: the first record of the kind
-- column: item VARCHAR
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: population_rate DOUBLE
-- column: allowed DOUBLE
-- reads: published
SELECT
    believed.scope,
    believed.release,
    believed.cluster,
    believed.kind,
    believed.item,
    believed.prior,
    believed.posterior,
    believed.population_rate,
    believed.allowed
FROM setrisk_internal.class_posteriors($series, release := $release, transitive := $transitive) AS believed
WHERE setrisk_internal.is_above(believed.posterior, believed.allowed)
