-- ordered_risk(release, at_risk_below)
-- The risk of each record by each stored attack, those at risk first.
--
-- parameter: at_risk_below: a record with fewer candidates is at risk; NULL for the threshold of the release itself
-- row:       one per record and attack
-- column:    record BIGINT?, >= 1: this and the next five columns are those of risk
-- column:    tid BIGINT, >= 1
-- column:    attack VARCHAR
-- column:    at_risk BOOLEAN
-- column:    score DOUBLE, fraction, 0 to 1
-- column:    evidence VARCHAR
-- reads:     originals
SELECT risks.*
FROM setrisk.risk($release, at_risk_below := $at_risk_below) AS risks
ORDER BY risks.at_risk DESC, risks.score DESC, risks.attack, risks.tid
