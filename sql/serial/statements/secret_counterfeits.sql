-- secret_counterfeits(series, release)
-- How many counterfeits without the term bring each belief that is too high down to what the release allows, in the
-- last step of the method as published.
--
-- row:    one per unit of the release and sensitive item that puts records of it at risk
-- column: cluster BIGINT, >= 0: 0 for the whole release
-- column: item VARCHAR
-- column: counterfeits BIGINT?, counterfeits, >= 0: NULL if no number is enough
-- reads:  published
-- source: SANONY Algorithm 1
SELECT remedies.cluster, remedies.item, remedies.counterfeits
FROM setrisk_internal.remedies($series, $release) AS remedies
WHERE remedies.scope <> 'transitive'
ORDER BY remedies.cluster, remedies.item, remedies.counterfeits
