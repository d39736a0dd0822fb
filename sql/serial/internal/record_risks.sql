-- record_risks(release, attack := NULL)
-- What each attack on a serial release believes about each person's record; counterfeits are left out. For the owner.
--
-- parameter: attack: one attack; all stored ones and 'none' where it is NULL
-- row: one per attack and record of a person
-- column: attack VARCHAR
-- column: cluster INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: item VARCHAR?: the term whose belief is highest in relation to what is allowed; NULL, as are the columns that
--     follow, where the person can have no term
-- column: prior DOUBLE?, 0 to 1
-- column: posterior DOUBLE?, 0 to 1
-- column: population_rate DOUBLE?, > 0
-- column: allowed DOUBLE?, > 0
-- column: serial_risk DOUBLE?, >= 0: posterior / population_rate
-- column: at_risk BOOLEAN: false where the person can have no term
-- column: through VARCHAR?: the release that raises the belief most; NULL where none does
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
