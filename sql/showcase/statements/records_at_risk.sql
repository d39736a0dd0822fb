-- records_at_risk(release, attack)
-- How many records are at risk by the release as it is, and after an attack.
--
-- row:    one
-- column: before BIGINT
-- column: after BIGINT
-- column: records BIGINT: all records
-- reads:  originals
SELECT
    count(*) FILTER (WHERE risk.at_risk AND risk.attack = 'none') AS before,
    count(*) FILTER (WHERE risk.at_risk AND risk.attack = $attack) AS after,
    count(DISTINCT risk.tid) AS records
FROM setrisk.risk($release) AS risk
