-- records_at_risk(release, attack)
-- How many records are at risk by the release as it is, and after an attack.
--
-- row:    one
-- column: before BIGINT
-- column: after BIGINT
-- column: records BIGINT: all records
-- reads:  originals
SELECT
    count(*) FILTER (WHERE risks.at_risk AND risks.attack = 'none') AS before,
    count(*) FILTER (WHERE risks.at_risk AND risks.attack = $attack) AS after,
    count(DISTINCT risks.tid) AS records
FROM setrisk.risk($release) AS risks
