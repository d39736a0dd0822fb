-- record_risks(release, attack := NULL)
-- One row per person's record of a serial release and attack, 'none' among them, for the owner; counterfeits are no one's.
-- attack: this one alone, or all where it is NULL.
-- attack VARCHAR; cluster INTEGER; record BIGINT; item VARCHAR: the term of which an adversary believes most against what is
-- promised, NULL where no term can be this person's, as are the others then; prior, posterior, population_rate, allowed
-- DOUBLE; serial_risk DOUBLE: posterior / population_rate; at_risk BOOLEAN; through VARCHAR
-- internal
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
CROSS JOIN setrisk.attacks($release, attack := $attack) AS attacks
LEFT JOIN (
    SELECT
        each.attack, each.record, each.item, each.prior, each.posterior, each.population_rate, each.allowed, each.at_risk,
        each.through
    FROM setrisk.stored_compositions($release, attack := $attack) AS each
    UNION ALL
    SELECT
        'none' AS attack, own.record, own.item, own.prior, own.prior AS posterior, own.population_rate, own.allowed,
        setrisk.is_above(own.prior, own.allowed) AS at_risk, NULL AS through
    FROM setrisk.alone($release) AS own
    WHERE $attack IS NULL OR $attack = 'none'
) AS found ON found.attack = attacks.attack AND found.record = origin.record
WHERE origin.release = $release AND origin.tid IS NOT NULL AND made.family = 'serial'
