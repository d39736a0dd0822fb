-- rule_evaluation_by_item(release)
-- How sure attacks by rules are of the sensitive items of people, item by item. Only the owner can ask, because the
-- answer counts what the release does not show.
--
-- parameter: release: a release by rho-uncertainty that was made in this database
-- row:       one per stored attack and sensitive item
-- column:    attack VARCHAR: name of the attack
-- column:    item VARCHAR: the sensitive item
-- column:    support BIGINT, records, >= 0: people who have it
-- column:    shown BIGINT, records, >= 0: records that show it; all of the support, or none
-- column:    confidence DOUBLE?, fraction, 0 to 1: mean over these of the highest confidence of each; NULL if there are
--     none
-- column:    highest_confidence DOUBLE?, fraction, 0 to 1: the highest of all, as in rule_evaluation
-- column:    people BIGINT, records, >= 0: people of whom it is inferred with more confidence than is promised
-- checks:    own_release($release, family := 'uncertainty')
-- reads:     originals
-- page:      uncertainty.md
-- example:   FROM setrisk.rule_evaluation_by_item('r5')
SELECT
    attacks.attack,
    names.item,
    supports.support,
    count(rules.record) AS shown,
    avg(rules.confidence) AS confidence,
    max(rules.confidence_high) AS highest_confidence,
    count(*) FILTER (WHERE rules.is_broken) AS people
FROM setrisk.attack_run AS attacks
JOIN (
    SELECT sensitive_items.item_id, count(entries.tid) AS support
    FROM setrisk_private.sensitive_item AS sensitive_items
    JOIN setrisk.release AS releases ON releases.release = sensitive_items.release
    LEFT JOIN setrisk_private.transaction_item AS entries
        ON entries.dataset = releases.dataset AND entries.item_id = sensitive_items.item_id
    WHERE sensitive_items.release = $release
    GROUP BY sensitive_items.item_id
) AS supports ON attacks.release = $release
JOIN setrisk_private.item AS names ON names.item_id = supports.item_id
LEFT JOIN setrisk_internal.stored_rules($release) AS rules
    ON rules.attack = attacks.attack AND rules.item = names.item
GROUP BY attacks.attack, names.item, supports.support
