-- risks_of_data(dataset)
-- What a data set would give away if it were published as it is, as assessed_risk shows it.
--
-- row:    one per criterion, number of known items and choice of them
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR
-- column: adversary VARCHAR
-- column: risk DOUBLE?, fraction, 0 to 1
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN
-- column: sentence VARCHAR
-- reads:  originals
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.adversary,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak,
    risks.sentence
FROM setrisk_internal.risks_of_data($dataset) AS risks
ORDER BY ALL
