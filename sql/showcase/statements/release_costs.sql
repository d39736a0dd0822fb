-- release_costs(series, release)
-- What a release of a series costs: what its method added and left out, and the errors of queries.
--
-- row:    one
-- column: records BIGINT, transactions, >= 0: in the release
-- column: counterfeits BIGINT, records, >= 0: this and the next four columns are those of perturbation_rate
-- column: withheld_copies BIGINT, copies, >= 0
-- column: added_copies BIGINT, copies, >= 0
-- column: suppressed BIGINT, transactions, >= 0
-- column: perturbation_rate DOUBLE, fraction, 0 to 1
-- column: error_low DOUBLE?, 0 to 2: this and the next two columns are the mean errors of the bands of query_errors
-- column: error_medium DOUBLE?, 0 to 2
-- column: error_high DOUBLE?, 0 to 2
-- reads:  originals
SELECT
    (
        SELECT count(*)
        FROM setrisk_private.provenance AS origin
        WHERE origin.release = $release AND origin.tid IS NOT NULL
    ) AS records,
    rates.counterfeits,
    rates.withheld_copies,
    rates.added_copies,
    rates.suppressed,
    rates.perturbation_rate,
    errors.error_low,
    errors.error_medium,
    errors.error_high
FROM setrisk.perturbation_rate($release) AS rates
CROSS JOIN (
    SELECT
        avg(pairs.error) FILTER (WHERE pairs.band = 'low') AS error_low,
        avg(pairs.error) FILTER (WHERE pairs.band = 'medium') AS error_medium,
        avg(pairs.error) FILTER (WHERE pairs.band = 'high') AS error_high
    FROM setrisk_internal.query_errors($series, $release) AS pairs
) AS errors
