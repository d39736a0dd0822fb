-- broken_promises(series, release := NULL, transitive := true)
-- One row per unit, kind of its records and private term where an adversary believes more than the release promises (SANONY
-- Definition 12).
-- transitive: whether to look for transitive composition too, which takes longest.
-- scope VARCHAR; release VARCHAR; cluster INTEGER; kind BIGINT: the first record of the kind; item VARCHAR; prior,
-- posterior, population_rate, allowed DOUBLE
-- internal
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
FROM setrisk.kind_posteriors($series, release := $release, transitive := $transitive) AS believed
WHERE setrisk.is_above(believed.posterior, believed.allowed)
