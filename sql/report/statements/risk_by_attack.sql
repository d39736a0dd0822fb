-- risk_by_attack(release)
-- How many records each stored attack puts at risk, the worst first: by the share at risk, then by the mean score.
--
-- row:    one per attack
-- column: attack VARCHAR: the stored attack, or 'none'
-- column: is_baseline BOOLEAN
-- column: draws BIGINT, >= 1
-- column: records BIGINT, records, >= 1
-- column: records_at_risk DOUBLE, records, >= 0
-- column: share_at_risk DOUBLE, 0 to 1
-- column: mean_score DOUBLE, 0 to 1
-- column: max_score DOUBLE, 0 to 1
-- reads:  originals
SELECT
    summary.attack,
    summary.is_baseline,
    summary.draws,
    summary.records,
    summary.records_at_risk,
    summary.share_at_risk,
    summary.mean_score,
    summary.max_score
FROM setrisk.risk_summary($release) AS summary
-- Rounded, because the last digits of a mean depend on the order in which DuckDB adds up its terms.
ORDER BY summary.share_at_risk DESC, round(summary.mean_score, 9) DESC, summary.attack
