-- composition_evaluation(release)
-- One row per stored composition attack on a serial release, for its owner, and one for 'none', what the release tells without
-- any other: how many people are at risk (SANONY Definition 12), and what the release paid for it.
-- An error where no release of that name was made in this database, or it is of another family.
-- attack VARCHAR; records BIGINT: of people; examined BIGINT: of those, the ones of whom the attack can say
-- anything; at_risk BIGINT: of those; share DOUBLE: at_risk / records; highest_risk DOUBLE:
-- the highest belief, in multiples of the population rate; counterfeits, withheld_copies BIGINT; perturbation_rate DOUBLE:
-- counterfeits / all records
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
FROM setrisk.record_risks($release) AS risks
CROSS JOIN setrisk.perturbation_rate($release) AS added
GROUP BY risks.attack
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release, length(own.release), length(own.release), length(own.release), length(own.release), length(own.release), length(own.release),
    length(own.release), length(own.release)
FROM setrisk.own_release($release, family := 'serial') AS own
WHERE own.release IS NULL
