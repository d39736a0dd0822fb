-- data_curves(dataset)
-- The risk of a data set, published as it is, by the number of known items, of each criterion: by random known items or
-- the rarest, whichever may give away more.
--
-- row:    one per criterion and number of known items
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR: random or rarest
-- column: risk DOUBLE?, fraction, 0 to 1
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN
-- reads:  originals
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak
FROM setrisk_internal.risks_of_data($dataset) AS risks
QUALIFY
    row_number() OVER (
        PARTITION BY risks.criterion, risks.known
        ORDER BY risks.risk_high DESC NULLS FIRST, risks.is_weak, risks.choice
    ) = 1
ORDER BY risks.criterion, risks.known
