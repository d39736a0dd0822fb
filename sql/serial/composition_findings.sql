-- composition_findings(release)
-- One row per stored composition attack on a serial release and record: the private term of which the adversary
-- believes most against what the release promises. An error where there is no release of that name, or it is of another
-- family.
--
-- row: one per stored composition attack on a serial release and record
-- column: attack VARCHAR
-- column: record BIGINT
-- column: item VARCHAR
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: population_rate DOUBLE
-- column: allowed DOUBLE
-- column: at_risk BOOLEAN: whether the belief is above what is allowed
-- column: through VARCHAR?: the release that raises it most, NULL where none does
-- checks: known_release($release, family := 'serial')
-- reads: published
SELECT
    found.attack, found.record, found.item, found.prior, found.posterior, found.population_rate, found.allowed, found.at_risk,
    found.through
FROM setrisk_internal.stored_compositions($release) AS found
