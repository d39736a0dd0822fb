-- store_rules(release, attack)
-- Store the findings of an attack by rules, in place of those of an earlier attack of that name.
--
-- stages: _setrisk_rules(rule, record, item_id, known_support, rule_support, is_exact): the best rule for each
--     sensitive item of a record
-- stages: _setrisk_known(rule, label): what is known in each rule
-- writes: setrisk.sensitive_rule
DELETE FROM setrisk.sensitive_rule AS rules WHERE rules.release = $release AND rules.attack = $attack;

INSERT INTO setrisk.sensitive_rule
    (release, attack, record, item_id, itemset, known_support, rule_support, is_exact)
SELECT
    $release,
    $attack,
    rules.record,
    rules.item_id,
    coalesce(antecedents.itemset, []),
    rules.known_support,
    rules.rule_support,
    rules.is_exact
FROM _setrisk_rules AS rules
LEFT JOIN (
    SELECT members.rule, list_sort(list(members.label)) AS itemset
    FROM _setrisk_known AS members
    GROUP BY members.rule
) AS antecedents ON antecedents.rule = rules.rule
ORDER BY rules.record, rules.item_id
