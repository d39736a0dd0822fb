-- composition_findings(release)
-- What the stored composition attacks believe of each record. For each record it is the sensitive item whose belief is
-- highest in relation to what the release allows. It is an error if there is no such release, or it belongs to
-- another family.
--
-- parameter: release: a serial release
-- row: one per stored attack and record that may have a sensitive item
-- column: attack VARCHAR: the name of the stored attack
-- column: record BIGINT, >= 1: the record
-- column: item VARCHAR: the sensitive item
-- column: prior DOUBLE, fraction, 0 to 1: the belief from this release alone
-- column: posterior DOUBLE, fraction, 0 to 1: the belief after seeing the other releases
-- column: population_rate DOUBLE, > 0: how common the item is in the release
-- column: allowed_belief DOUBLE, > 0: the highest belief that the release allows
-- column: at_risk BOOLEAN: whether the belief is above what is allowed
-- column: strongest_release VARCHAR?: the release that raises the belief most; NULL if none does
-- checks: known_release($release, family := 'serial')
-- reads: published
-- source: SANONY Definition 12
-- page: serial.md
-- example: FROM setrisk.composition_findings('plain mar') WHERE at_risk
SELECT
    compositions.attack, compositions.record, compositions.item, compositions.prior, compositions.posterior,
    compositions.population_rate, compositions.allowed_belief, compositions.at_risk, compositions.strongest_release
FROM setrisk_internal.stored_compositions($release) AS compositions
