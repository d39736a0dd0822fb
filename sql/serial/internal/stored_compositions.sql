-- stored_compositions(release, attack := NULL)
-- One row per stored composition attack on the release and record, as composition_findings has them; none for a release
-- of another family. attack: this one alone, or all where it is NULL.
--
-- row: one per stored composition attack on the release and record, as composition_findings has them; none for a
--     release of another family
-- column: attack VARCHAR
-- column: record BIGINT
-- column: item VARCHAR
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: population_rate DOUBLE
-- column: allowed DOUBLE
-- column: at_risk BOOLEAN
-- column: through VARCHAR
-- reads: published
SELECT
    found.attack,
    found.record,
    found.item,
    found.prior,
    found.posterior,
    found.population_rate,
    found.allowed,
    setrisk_internal.is_above(found.posterior, found.allowed) AS at_risk,
    found.through
FROM setrisk.composition AS found
WHERE found.release = $release AND ($attack IS NULL OR found.attack = $attack)
