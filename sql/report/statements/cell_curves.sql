-- cell_curves(grid)
-- The risk of each release of a grid by the number of known items, of each criterion: by random known items or the
-- rarest, whichever may give away more.
--
-- row:    one per release that was assessed, criterion and number of known items
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: criterion VARCHAR
-- column: known BIGINT, items, >= 1
-- column: choice VARCHAR: random or rarest
-- column: risk DOUBLE?, fraction, 0 to 1: NULL if nobody outside of the release could be asked about
-- column: risk_low DOUBLE?, fraction, 0 to 1
-- column: risk_high DOUBLE?, fraction, 0 to 1
-- column: is_weak BOOLEAN: whether nothing shows that the attacks work, neither here nor on the data as they are
-- reads:  originals
SELECT
    risks.number AS cell,
    risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    NOT risks.is_able AS is_weak
FROM setrisk_internal.risks_of_cells($grid) AS risks
QUALIFY
    row_number() OVER (
        PARTITION BY risks.number, risks.criterion, risks.known
        ORDER BY risks.risk_high DESC NULLS FIRST, risks.is_able DESC, risks.choice
    ) = 1
ORDER BY risks.criterion, risks.known, risks.number
