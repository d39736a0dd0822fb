-- broken_promises(series, release, derived, classes, adversary := 'worst')
-- The sensitive items about which an attacker believes more than the release allows (SANONY Definition 12).
--
-- parameter: release: a release of the series; all of them if it is NULL
-- parameter: derived: the name of a CTE of the caller with the rows of derived_sets; an empty one if transitive
--     composition is not looked for
-- parameter: classes: the name of a CTE of the caller with the rows of equivalence_classes
-- parameter: adversary: as in class_posteriors
-- row: one per unit, class of its records and sensitive item whose belief is above what is allowed
-- column: scope VARCHAR: cluster, transitive or global
-- column: release VARCHAR
-- column: cluster INTEGER, >= 0: 0 for the whole release
-- column: equivalence_class BIGINT: the first record of the class
-- column: item VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed_belief DOUBLE, > 0
-- reads: published, $derived: published, $classes: published
-- source: SANONY Definition 12
SELECT
    beliefs.scope,
    beliefs.release,
    beliefs.cluster,
    beliefs.equivalence_class,
    beliefs.item,
    beliefs.prior,
    beliefs.posterior,
    beliefs.population_rate,
    beliefs.allowed_belief
FROM setrisk_internal.class_posteriors(
    $series, $release, $derived, $classes, adversary := $adversary
) AS beliefs
WHERE setrisk_internal.is_above(beliefs.posterior, beliefs.allowed_belief)
