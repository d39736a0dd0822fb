-- composition_evaluation(release)
-- One row per stored composition attack on a serial release, for its owner, and one for 'none', what the release tells
-- without any other: how many people are at risk (SANONY Definition 12), and what the release paid for it. An error
-- where no release of that name was made in this database, or it is of another family.
--
-- row: one per stored composition attack on a serial release, for its owner, and one for 'none', what the release tells
--     without any other
-- column: attack VARCHAR
-- column: records BIGINT: of people
-- column: examined BIGINT: of those, the ones of whom the attack can say anything
-- column: at_risk BIGINT: of those
-- column: share DOUBLE: at_risk / records
-- column: highest_risk DOUBLE: the highest belief, in multiples of the population rate
-- column: counterfeits BIGINT
-- column: withheld_copies HUGEINT
-- column: perturbation_rate DOUBLE: counterfeits / all records
-- checks: own_release($release, family := 'serial')
-- reads: originals
SELECT
    risks.attack,
    count(*) AS records,
    count(risks.item) AS examined,
    count(*) FILTER (WHERE risks.at_risk) AS at_risk,
    count(*) FILTER (WHERE risks.at_risk) / count(*) AS share,
    max(risks.serial_risk) AS highest_risk,
    max(added.counterfeits) AS counterfeits,
    max(added.withheld_copies) AS withheld_copies,
    max(added.perturbation_rate) AS perturbation_rate
FROM setrisk_internal.record_risks($release) AS risks
CROSS JOIN setrisk.perturbation_rate($release) AS added
GROUP BY risks.attack
