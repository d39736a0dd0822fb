-- protection_outcomes(release)
-- What a release has cost, and what it gives away about people.
--
-- row:    one
-- column: items BIGINT, >= 0: of the data set
-- column: certainty_penalty DOUBLE?, >= 0: as in distortions; NULL for families without it
-- column: error_high DOUBLE?, 0 to 2: of pairs of high support, as in utility; NULL if there are none
-- column: error_medium DOUBLE?, 0 to 2
-- column: error_low DOUBLE?, 0 to 2
-- column: narrowing DOUBLE?, fraction, 0 to 1: as in assessed_risk
-- column: inference DOUBLE?, fraction, 0 to 1
-- column: linkability DOUBLE?, fraction, 0 to 1
-- column: singling_out DOUBLE?, fraction, 0 to 1
-- reads:  originals
SELECT
    (
        SELECT count(DISTINCT entries.item_id)
        FROM setrisk.release AS releases
        JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset
        WHERE releases.release = $release
    ) AS items,
    (
        SELECT costs.value
        FROM setrisk.distortions($release) AS costs
        WHERE costs.metric = 'certainty_penalty'
    ) AS certainty_penalty,
    errors.high AS error_high,
    errors.medium AS error_medium,
    errors.low AS error_low,
    risks.narrowing,
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
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'narrowing') AS narrowing,
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'inference') AS inference,
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'linkability') AS linkability,
        max(criteria.risk) FILTER (WHERE criteria.criterion = 'singling_out') AS singling_out
    FROM setrisk.assessed_risk($release) AS criteria
) AS risks
