-- stored_compositions(release, attacks := NULL)
-- The findings of stored composition attacks on a release, as composition_findings shows them, but without an error for
-- a release of another family: that has none.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row: one per stored attack and record that may have a sensitive item
-- column: attack VARCHAR
-- column: record BIGINT, >= 1
-- column: item VARCHAR
-- column: prior DOUBLE, fraction, 0 to 1
-- column: posterior DOUBLE, fraction, 0 to 1
-- column: population_rate DOUBLE, > 0
-- column: allowed_belief DOUBLE, > 0
-- column: at_risk BOOLEAN
-- column: strongest_release VARCHAR?
-- reads: published
SELECT
    compositions.attack,
    compositions.record,
    compositions.item,
    compositions.prior,
    compositions.posterior,
    compositions.population_rate,
    compositions.allowed_belief,
    setrisk_internal.is_above(compositions.posterior, compositions.allowed_belief) AS at_risk,
    compositions.strongest_release
FROM setrisk.composition AS compositions
WHERE compositions.release = $release AND setrisk_internal.is_asked_for(compositions.attack, $attacks)
