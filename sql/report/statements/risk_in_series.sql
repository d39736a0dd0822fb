-- risk_in_series(position, release)
-- How many records of a release each stored attack puts at risk, with the place of the release in its series.
--
-- parameter: position: of the release, to order by
-- row:       one per attack
-- column:    position INTEGER
-- column:    release VARCHAR
-- column:    attack VARCHAR: the stored attack, or 'none'
-- column:    records BIGINT, records, >= 1
-- column:    records_at_risk DOUBLE, mean records, >= 0
-- column:    share_at_risk DOUBLE, fraction, 0 to 1
-- column:    mean_score DOUBLE, fraction, 0 to 1
-- column:    place BIGINT, >= 1: 1 for the strongest attack on the release, by share at risk, then by mean score
-- reads:     originals
SELECT
    $position AS position,
    $release AS release,
    attacks.attack,
    attacks.records,
    attacks.records_at_risk,
    attacks.share_at_risk,
    attacks.mean_score,
    attacks.rank AS place
FROM setrisk_internal.ranked_risk($release) AS attacks
