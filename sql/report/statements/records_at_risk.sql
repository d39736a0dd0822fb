-- records_at_risk(release)
-- The records of a release that are at risk, the highest score first. Equal scores differ in their last digits, by the
-- order in which DuckDB has added them up.
--
-- row:    one per record and attack that puts it at risk
-- column: record BIGINT, >= 1: as published
-- column: attack VARCHAR
-- column: score DOUBLE, fraction, 0 to 1
-- column: evidence VARCHAR
-- reads:  originals
SELECT risks.record, risks.attack, setrisk_internal.rounded(risks.score, 1000000000) AS score, risks.evidence
FROM setrisk.risk($release) AS risks
WHERE risks.at_risk
GROUP BY ALL
ORDER BY score DESC, risks.attack, risks.evidence, risks.record
