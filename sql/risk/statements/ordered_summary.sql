-- ordered_summary(release, at_risk_below)
-- How many records each stored attack puts at risk, the worst first.
--
-- parameter: at_risk_below: a record with fewer candidates is at risk; NULL for the threshold of the release itself
-- row:       one per attack
-- column:    attack VARCHAR: this and the next seven columns are those of risk_summary
-- column:    is_baseline BOOLEAN
-- column:    draws BIGINT, >= 1
-- column:    records BIGINT, records, >= 1
-- column:    records_at_risk DOUBLE, mean records, >= 0
-- column:    share_at_risk DOUBLE, fraction, 0 to 1
-- column:    mean_score DOUBLE, fraction, 0 to 1
-- column:    highest_score DOUBLE, fraction, 0 to 1
-- reads:     originals
SELECT
    attacks.attack,
    attacks.is_baseline,
    attacks.draws,
    attacks.records,
    attacks.records_at_risk,
    attacks.share_at_risk,
    attacks.mean_score,
    attacks.highest_score
FROM setrisk_internal.ranked_risk($release, at_risk_below := $at_risk_below) AS attacks
ORDER BY attacks.rank
