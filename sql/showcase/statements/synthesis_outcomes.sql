-- synthesis_outcomes(release)
-- How far the counts of a histogram are off.
--
-- row:    one
-- column: error_high DOUBLE?, 0 to 2: of pairs of high support, as in utility; NULL if there are none
-- column: error_medium DOUBLE?, 0 to 2
-- column: error_low DOUBLE?, 0 to 2
-- column: error_existing DOUBLE?, >= 0: as in counting_query_errors, of itemsets of the data
-- reads:  originals
SELECT
    max(bands.error) FILTER (WHERE bands.band = 'high') AS error_high,
    max(bands.error) FILTER (WHERE bands.band = 'medium') AS error_medium,
    max(bands.error) FILTER (WHERE bands.band = 'low') AS error_low,
    (
        SELECT queries.error
        FROM setrisk.counting_query_errors($release) AS queries
        WHERE queries.query_type = 'existing'
    ) AS error_existing
FROM setrisk.utility($release) AS bands
