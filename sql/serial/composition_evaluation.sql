-- composition_evaluation(release)
-- How many people the stored composition attacks put at risk. The cost of preventing it are counterfeits and withheld
-- copies. The attack 'none' is what the release reveals without any other release. For the owner only. It is an error
-- if the release was not made in this database, or belongs to another family.
--
-- parameter: release: a serial release
-- row: one per stored attack, and one for the attack 'none'
-- column: attack VARCHAR: the name of the stored attack, or 'none'
-- column: records BIGINT, records, > 0: records of people; counterfeits are not counted
-- column: examined BIGINT, records, >= 0: those that the attack says anything about
-- column: people_at_risk BIGINT, records, >= 0: people whose strongest belief is above what the release allows
-- column: share_at_risk DOUBLE, fraction, 0 to 1: people_at_risk / records
-- column: highest_serial_risk DOUBLE?, >= 0: the highest belief as a multiple of the population rate; NULL if no
--     record was examined
-- column: counterfeits BIGINT, records, >= 0: records that were invented
-- column: withheld_copies BIGINT, copies, >= 0: copies of sensitive items that were left out
-- column: perturbation_rate DOUBLE, fraction, 0 to 1: counterfeits / all records
-- checks: own_release($release, family := 'serial')
-- reads: originals
-- source: SANONY 4.2, Definition 12
-- page: serial.md
-- example: FROM setrisk.composition_evaluation('plain mar')
SELECT
    risks.attack,
    count(*) AS records,
    count(risks.item) AS examined,
    count(*) FILTER (WHERE risks.at_risk) AS people_at_risk,
    count(*) FILTER (WHERE risks.at_risk) / count(*) AS share_at_risk,
    max(risks.serial_risk) AS highest_serial_risk,
    max(rates.counterfeits) AS counterfeits,
    max(rates.withheld_copies) AS withheld_copies,
    max(rates.perturbation_rate) AS perturbation_rate
FROM setrisk_internal.record_risks($release) AS risks
CROSS JOIN setrisk.perturbation_rate($release) AS rates
GROUP BY risks.attack
