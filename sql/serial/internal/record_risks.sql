-- record_risks(release, attacks := NULL)
-- What each attack on a serial release believes about each person's record; counterfeits are left out. For the owner.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per attack and record of a person
-- column: attack VARCHAR
-- column: cluster INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: tid BIGINT, >= 1
-- column: item VARCHAR?: the term whose belief is highest in relation to what is allowed; NULL, as are the columns that
--     follow, if the attack says nothing about the record
-- column: prior DOUBLE?, fraction, 0 to 1
-- column: posterior DOUBLE?, fraction, 0 to 1
-- column: population_rate DOUBLE?, > 0
-- column: allowed_belief DOUBLE?, > 0
-- column: serial_risk DOUBLE?, >= 0: posterior / population_rate
-- column: at_risk BOOLEAN: false if the attack says nothing about the record
-- column: strongest_release VARCHAR?: the release that raises the belief most; NULL if none does
-- reads: originals
SELECT
    attacks.attack,
    origin.cluster,
    origin.record,
    origin.tid,
    findings.item,
    findings.prior,
    findings.posterior,
    findings.population_rate,
    findings.allowed_belief,
    findings.posterior / findings.population_rate AS serial_risk,
    coalesce(findings.at_risk, false) AS at_risk,
    findings.strongest_release
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS releases ON releases.release = origin.release
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
LEFT JOIN (
    SELECT
        compositions.attack, compositions.record, compositions.item, compositions.prior, compositions.posterior,
        compositions.population_rate, compositions.allowed_belief, compositions.at_risk, compositions.strongest_release
    FROM setrisk_internal.stored_compositions($release, attacks := $attacks) AS compositions
    UNION ALL
    SELECT
        'none' AS attack, beliefs.record, beliefs.item, beliefs.prior, beliefs.prior AS posterior,
        beliefs.population_rate, beliefs.allowed_belief,
        setrisk_internal.is_above(beliefs.prior, beliefs.allowed_belief) AS at_risk, NULL AS strongest_release
    FROM setrisk_internal.single_release_posteriors($release) AS beliefs
    WHERE setrisk_internal.is_asked_for('none', $attacks)
) AS findings ON findings.attack = attacks.attack AND findings.record = origin.record
WHERE origin.release = $release AND origin.tid IS NOT NULL AND releases.family = 'serial'
