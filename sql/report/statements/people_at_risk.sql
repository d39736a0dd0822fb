-- people_at_risk(release)
-- The people at risk by a release that publishes no records, the highest score first. Their numbers are the owner's, so
-- not even a report has them. Equal scores differ in their last digits, by the order in which DuckDB has added them up.
--
-- row:    one per attack, score and evidence
-- column: people BIGINT, records, >= 1
-- column: attack VARCHAR
-- column: score DOUBLE, fraction, 0 to 1
-- column: evidence VARCHAR
-- reads:  originals
SELECT count(*) AS people, risks.attack, setrisk_internal.rounded(risks.score, 1000000000) AS score, risks.evidence
FROM setrisk.risk($release) AS risks
WHERE risks.at_risk
GROUP BY ALL
ORDER BY score DESC, risks.attack, risks.evidence, people
