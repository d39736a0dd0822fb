-- uncertainty_outcomes(release)
-- What a release by rho-uncertainty, attacked once, has cost, and what it gives away about people.
--
-- row:    one
-- column: items BIGINT, >= 0: of the data set
-- column: sensitive_items BIGINT, >= 0
-- column: shown_share DOUBLE?, fraction, 0 to 1: as in rule_evaluation
-- column: certainty_penalty DOUBLE?, >= 0: as in distortions
-- column: error_high DOUBLE?, 0 to 2: of pairs of high support, as in utility; NULL if there are none
-- column: highest_confidence DOUBLE?, fraction, 0 to 1: as in rule_evaluation
-- column: inferred_share DOUBLE, fraction, 0 to 1: of the people with sensitive items, those of whom one is inferred
--     with more confidence than is promised
-- reads:  originals
SELECT
    sizes.items,
    sizes.sensitive_items,
    evaluation.shown_share,
    costs.value AS certainty_penalty,
    errors.error AS error_high,
    evaluation.highest_confidence,
    evaluation.people / sizes.holders AS inferred_share
FROM setrisk.rule_evaluation($release) AS evaluation
CROSS JOIN (
    SELECT
        count(DISTINCT entries.item_id) AS items,
        count(DISTINCT sensitive_items.item_id) AS sensitive_items,
        count(DISTINCT entries.tid) FILTER (WHERE sensitive_items.item_id IS NOT NULL) AS holders
    FROM setrisk.release AS releases
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = releases.dataset
    LEFT JOIN setrisk_private.sensitive_item AS sensitive_items
        ON sensitive_items.release = releases.release AND sensitive_items.item_id = entries.item_id
    WHERE releases.release = $release
) AS sizes
LEFT JOIN (
    SELECT metrics.value FROM setrisk.distortions($release) AS metrics WHERE metrics.metric = 'certainty_penalty'
) AS costs ON true
LEFT JOIN (
    SELECT bands.error FROM setrisk.utility($release) AS bands WHERE bands.band = 'high'
) AS errors ON true
