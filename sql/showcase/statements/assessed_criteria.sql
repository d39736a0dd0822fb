-- assessed_criteria(release)
-- What a release was assessed to give away, criterion by criterion.
--
-- row:    one
-- column: inference DOUBLE?, fraction, 0 to 1: as in assessed_risk
-- column: linkability DOUBLE?, fraction, 0 to 1
-- column: singling_out DOUBLE?, fraction, 0 to 1
-- reads:  originals
SELECT
    max(criteria.risk) FILTER (WHERE criteria.criterion = 'inference') AS inference,
    max(criteria.risk) FILTER (WHERE criteria.criterion = 'linkability') AS linkability,
    max(criteria.risk) FILTER (WHERE criteria.criterion = 'singling_out') AS singling_out
FROM setrisk.assessed_risk($release) AS criteria
