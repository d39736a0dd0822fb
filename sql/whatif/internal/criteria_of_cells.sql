-- criteria_of_cells(grid)
-- The highest risk that each assessed release of a grid may have, by each criterion. It is NULL if nobody knows: the
-- criterion has no row, or one without an interval, or the attack never worked, nor on the data as they are.
--
-- row:    one per release that was assessed
-- column: cell INTEGER, >= 1
-- column: narrowing DOUBLE?, fraction, 0 to 1: the upper end of its interval, as of the next three
-- column: inference DOUBLE?, fraction, 0 to 1
-- column: linkability DOUBLE?, fraction, 0 to 1
-- column: singling_out DOUBLE?, fraction, 0 to 1
-- reads:  originals
WITH risks_of_cells AS MATERIALIZED (
    SELECT
        risks.number,
        risks.criterion,
        risks.known,
        risks.choice,
        risks.risk,
        risks.risk_high,
        risks.is_weak,
        risks.is_able
    FROM setrisk_internal.risks_of_cells($grid) AS risks
)
SELECT
    risks.number AS cell,
    max(risks.risk_high) FILTER (WHERE risks.criterion = 'narrowing' AND NOT risks.is_weak) AS narrowing,
    max(risks.risk_high) FILTER (WHERE risks.criterion = 'inference' AND NOT risks.is_weak) AS inference,
    max(risks.risk_high) FILTER (WHERE risks.criterion = 'linkability' AND NOT risks.is_weak) AS linkability,
    max(risks.risk_high) FILTER (WHERE risks.criterion = 'singling_out' AND NOT risks.is_weak) AS singling_out
FROM setrisk_internal.highest_risks('risks_of_cells') AS risks
GROUP BY risks.number
