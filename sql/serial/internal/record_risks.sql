-- record_risks(release, attack := NULL)
-- One row per person's record of a serial release and attack, 'none' among them, for the owner; counterfeits are no
-- one's. attack: this one alone, or all where it is NULL.
--
-- row: one per person's record of a serial release and attack, 'none' among them, for the owner; counterfeits are no
--     one's
-- column: attack VARCHAR
-- column: cluster INTEGER
-- column: record BIGINT
-- column: item VARCHAR?: the term of which an adversary believes most against what is promised, NULL where no term can
--     be this person's, as are the others then
-- column: prior DOUBLE
-- column: posterior DOUBLE
-- column: population_rate DOUBLE
-- column: allowed DOUBLE
-- column: serial_risk DOUBLE: posterior / population_rate
-- column: at_risk BOOLEAN
-- column: through VARCHAR
-- reads: originals
SELECT
    attacks.attack,
    origin.cluster,
    origin.record,
    found.item,
    found.prior,
    found.posterior,
    found.population_rate,
    found.allowed,
    found.posterior / found.population_rate AS serial_risk,
    coalesce(found.at_risk, false) AS at_risk,
    found.through
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS made ON made.release = origin.release
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
LEFT JOIN (
    SELECT
        each.attack, each.record, each.item, each.prior, each.posterior, each.population_rate, each.allowed, each.at_risk,
        each.through
    FROM setrisk_internal.stored_compositions($release, attack := $attack) AS each
    UNION ALL
    SELECT
        'none' AS attack, own.record, own.item, own.prior, own.prior AS posterior, own.population_rate, own.allowed,
        setrisk_internal.is_above(own.prior, own.allowed) AS at_risk, NULL AS through
    FROM setrisk_internal.single_release_posteriors($release) AS own
    WHERE $attack IS NULL OR $attack = 'none'
) AS found ON found.attack = attacks.attack AND found.record = origin.record
WHERE origin.release = $release AND origin.tid IS NOT NULL AND made.family = 'serial'
