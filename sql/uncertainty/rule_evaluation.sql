-- rule_evaluation(release)
-- How sure attacks by rules are of the sensitive items of people. Only the owner can ask, because the answer counts
-- what the release does not show.
--
-- parameter: release: a release by rho-uncertainty that was made in this database
-- row:       one per stored attack
-- column:    attack VARCHAR: name of the attack
-- column:    sensitive_copies BIGINT, copies, >= 0: how often people in the data have sensitive items
-- column:    shown_share DOUBLE?, fraction, 0 to 1: those of them that the release shows; NULL if there are none
-- column:    exact_share DOUBLE?, fraction, 0 to 1: of the shown ones, those that nothing can infer with a higher
--     confidence than the attack found; NULL if none is shown
-- column:    confidence DOUBLE?, fraction, 0 to 1: mean over the shown ones of the highest confidence of each
-- column:    highest_confidence DOUBLE?, fraction, 0 to 1: the highest of all; if the attack could not look through all
--     that a record shows, what the release promises counts for it, since a higher one may have been missed
-- column:    people BIGINT, records, >= 0: people of whom a sensitive item is inferred with more confidence than is
--     promised
-- column:    people_share DOUBLE, fraction, 0 to 1: their fraction of all records
-- checks:    own_release($release, family := 'uncertainty')
-- reads:     originals
-- page:      uncertainty.md
-- example:   FROM setrisk.rule_evaluation('r5')
WITH findings AS MATERIALIZED (
    SELECT rules.attack, rules.record, rules.confidence, rules.confidence_high, rules.is_exact, rules.is_broken
    FROM setrisk_internal.stored_rules($release) AS rules
),
sizes AS (
    SELECT max(datasets.n_transactions) AS n_transactions, count(entries.item_id) AS sensitive_copies
    FROM setrisk.release AS releases
    JOIN setrisk_private.dataset AS datasets ON datasets.dataset = releases.dataset
    JOIN setrisk_private.sensitive_item AS sensitive_items ON sensitive_items.release = releases.release
    LEFT JOIN setrisk_private.transaction_item AS entries
        ON entries.dataset = releases.dataset AND entries.item_id = sensitive_items.item_id
    WHERE releases.release = $release
)
SELECT
    attacks.attack,
    max(sizes.sensitive_copies) AS sensitive_copies,
    count(findings.record) / nullif(max(sizes.sensitive_copies), 0) AS shown_share,
    count(*) FILTER (WHERE findings.is_exact) / nullif(count(findings.record), 0) AS exact_share,
    avg(findings.confidence) AS confidence,
    max(findings.confidence_high) AS highest_confidence,
    count(DISTINCT findings.record) FILTER (WHERE findings.is_broken) AS people,
    count(DISTINCT findings.record) FILTER (WHERE findings.is_broken) / max(sizes.n_transactions) AS people_share
FROM setrisk.attack_run AS attacks
CROSS JOIN sizes
LEFT JOIN findings ON findings.attack = attacks.attack
WHERE attacks.release = $release
GROUP BY attacks.attack
