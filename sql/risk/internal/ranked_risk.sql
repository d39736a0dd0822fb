-- ranked_risk(release, at_risk_below := NULL)
-- How many records each stored attack puts at risk, and its rank: by the share at risk, then by the mean score. Of two
-- that are alike in both, the one with the later name comes first, so that an attack comes before "none".
--
-- parameter: at_risk_below: a record with fewer candidates is at risk; NULL for the threshold of the release itself
-- row:       one per attack
-- column:    attack VARCHAR: the stored attack, or 'none'
-- column:    is_baseline BOOLEAN
-- column:    draws BIGINT, draws, >= 1
-- column:    records BIGINT, records, >= 1
-- column:    records_at_risk DOUBLE, mean records, >= 0
-- column:    share_at_risk DOUBLE, fraction, 0 to 1
-- column:    mean_score DOUBLE, fraction, 0 to 1
-- column:    highest_score DOUBLE, fraction, 0 to 1
-- column:    rank BIGINT, >= 1: 1 for the worst
-- reads:     originals
SELECT
    summary.attack,
    summary.is_baseline,
    summary.draws,
    summary.records,
    summary.records_at_risk,
    summary.share_at_risk,
    summary.mean_score,
    summary.highest_score,
    -- Rounded, because the last digits of a mean depend on the order in which DuckDB adds up its terms.
    row_number() OVER (
        ORDER BY summary.share_at_risk DESC, round(1000000000 * summary.mean_score) DESC, summary.attack DESC
    ) AS rank
FROM setrisk.risk_summary($release, at_risk_below := $at_risk_below) AS summary
