-- composition_findings(release)
-- One row per stored composition attack on a serial release and record: the private term of which the adversary believes most
-- against what the release promises.
-- An error where there is no release of that name, or it is of another family.
-- attack VARCHAR; record BIGINT; item VARCHAR; prior, posterior, population_rate, allowed DOUBLE; at_risk BOOLEAN: whether
-- the belief is above what is allowed; through VARCHAR: the release that raises it most, NULL where none does
SELECT
    found.attack, found.record, found.item, found.prior, found.posterior, found.population_rate, found.allowed, found.at_risk,
    found.through
FROM setrisk.stored_compositions($release) AS found
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    known.release, length(known.release), known.release, length(known.release), length(known.release),
    length(known.release), length(known.release), known.release <> '', known.release
FROM setrisk.known_release($release, family := 'serial') AS known
WHERE known.release IS NULL
