-- three_risks(release)
-- The highest risk that a release may have by each of the three criteria, whatever is known: that of the highest upper
-- end of its interval, by which limits go.
--
-- row:    one per criterion
-- column: criterion VARCHAR: singling_out, linkability or inference
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR: random or rarest
-- column: risk DOUBLE?, fraction, 0 to 1: NULL if nobody outside of the release could be asked about
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_unknown BOOLEAN: whether all attacks by the criterion were too weak to say anything, and no noise of an
--     epsilon of 5 or less protects everyone
-- column: sentence VARCHAR
-- reads:  originals
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.risk IS NULL
    OR (
        bool_and(risks.is_weak) OVER (PARTITION BY risks.criterion)
        AND coalesce(setrisk_internal.numeric_parameter(releases.parameters, 'epsilon') > 5, true)
    ) AS is_unknown,
    risks.sentence
FROM setrisk.assessed_risk($release) AS risks
JOIN setrisk.release AS releases ON releases.release = $release
WHERE risks.criterion IN ('singling_out', 'linkability', 'inference')
QUALIFY
    row_number() OVER (
        PARTITION BY risks.criterion ORDER BY risks.risk_high DESC NULLS FIRST, risks.known, risks.choice
    ) = 1
ORDER BY risks.criterion DESC
