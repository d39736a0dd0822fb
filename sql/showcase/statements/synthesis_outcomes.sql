-- synthesis_outcomes(release)
-- How far a histogram's counts are off, and what it gives away about people.
--
-- row:    one
-- column: error_high DOUBLE?, 0 to 2: of pairs of high support, as in utility; NULL if there are none
-- column: error_medium DOUBLE?, 0 to 2
-- column: error_low DOUBLE?, 0 to 2
-- column: error_existing DOUBLE?, >= 0: as in counting_query_errors, of itemsets of the data
-- column: inference DOUBLE?, fraction, 0 to 1: as in assessed_risk
-- column: linkability DOUBLE?, fraction, 0 to 1
-- column: singling_out DOUBLE?, fraction, 0 to 1
-- reads:  originals
SELECT
    errors.high AS error_high,
    errors.medium AS error_medium,
    errors.low AS error_low,
    (
        SELECT queries.error
        FROM setrisk.counting_query_errors($release) AS queries
        WHERE queries.query_type = 'existing'
    ) AS error_existing,
    risks.inference,
    risks.linkability,
    risks.singling_out
FROM (
    SELECT
        max(bands.error) FILTER (WHERE bands.band = 'high') AS high,
        max(bands.error) FILTER (WHERE bands.band = 'medium') AS medium,
        max(bands.error) FILTER (WHERE bands.band = 'low') AS low
    FROM setrisk.utility($release) AS bands
) AS errors
CROSS JOIN (
    SELECT
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'inference') AS inference,
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'linkability') AS linkability,
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'singling_out') AS singling_out
    FROM setrisk.assessed_risk($release) AS criteria
) AS risks
