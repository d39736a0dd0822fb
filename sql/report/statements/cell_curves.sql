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
-- column: is_weak BOOLEAN
-- reads:  originals
SELECT
    risks.cell,
    risks.criterion,
    risks.known,
    risks.choice,
    risks.risk,
    risks.risk_low,
    risks.risk_high,
    risks.is_weak
FROM setrisk.whatif_assessed_risk($grid) AS risks
QUALIFY
    row_number() OVER (
        PARTITION BY risks.cell, risks.criterion, risks.known
        ORDER BY risks.risk_high DESC NULLS FIRST, risks.is_weak, risks.choice
    ) = 1
ORDER BY risks.criterion, risks.known, risks.cell
