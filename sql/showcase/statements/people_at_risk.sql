-- people_at_risk(series, release)
-- How many people of a release are at risk by the release alone, and by its series to the exact attacker.
--
-- row:    one
-- column: prior BIGINT, records, >= 0: by the release alone
-- column: exact BIGINT, records, >= 0: to the exact attacker
-- column: exact_records BIGINT, records, >= 0: those about which that one can say anything
-- reads:  originals
SELECT
    (
        SELECT count(*)
        FROM setrisk_internal.single_release_posteriors($release) AS posteriors
        WHERE setrisk_internal.is_above(posteriors.prior, posteriors.allowed_belief)
    ) AS prior,
    count(*) FILTER (WHERE setrisk_internal.is_above(compositions.posterior, compositions.allowed_belief)) AS exact,
    count(*) AS exact_records
FROM setrisk_internal.exact_compositions($series, $release) AS compositions
JOIN setrisk_private.provenance AS origin
    ON origin.release = $release AND origin.record = compositions.record AND origin.tid IS NOT NULL
