-- stored_compositions(release, attack := NULL)
-- One row per stored composition attack on the release and record, as composition_findings has them; none for a release of
-- another family.
-- attack: this one alone, or all where it is NULL.
-- attack VARCHAR; record BIGINT; item VARCHAR; prior, posterior, population_rate, allowed DOUBLE; at_risk BOOLEAN; through
-- VARCHAR
-- internal
SELECT
    found.attack,
    found.record,
    found.item,
    found.prior,
    found.posterior,
    found.population_rate,
    found.allowed,
    setrisk.is_above(found.posterior, found.allowed) AS at_risk,
    found.through
FROM setrisk.composition AS found
WHERE found.release = $release AND ($attack IS NULL OR found.attack = $attack)
