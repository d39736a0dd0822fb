-- risk_curves(release)
-- The risk of a release by the number of known items, of each criterion: by random known items or the rarest, whichever
-- may give away more.
--
-- row:    one per criterion and number of known items
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR: random or rarest
-- column: risk DOUBLE?, fraction, 0 to 1: NULL if nobody outside of the release could be asked about, or
--     they are of another population
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN: whether nothing shows that the attacks work, neither here nor on the data as they are
-- column: unknown_reason VARCHAR?: why the risk is NULL, in words
-- reads:  originals
SELECT
    risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    NOT risks.is_able AS is_weak,
    risks.unknown_reason
FROM setrisk_internal.release_risks($release) AS risks
QUALIFY
    row_number() OVER (
        PARTITION BY risks.criterion, risks.known
        ORDER BY risks.risk_high DESC NULLS FIRST, risks.is_able DESC, risks.choice
    ) = 1
ORDER BY risks.criterion, risks.known
