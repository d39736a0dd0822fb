-- uncertainty_risk(release, attacks := NULL)
-- The risk of each person of a release by rho-uncertainty by each attack. Can someone who knows what else the release
-- shows of the person infer a sensitive item with more confidence than it promises? Attack 'none' is the release as it
-- is, of which nobody has counted the rules.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per published record and attack, for the owner of the release
-- column: record BIGINT, >= 1
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1: the highest confidence with which a sensitive item is inferred; if an attack
--     could not look through all that a record shows, what the release promises, if that is more
-- column: evidence VARCHAR: the rule with that confidence, in words
-- column: candidates BIGINT?: always NULL, because the attacks do not look for a person's record
-- reads: originals
WITH worst_rules AS MATERIALIZED (
    SELECT
        rules.record,
        rules.attack,
        bool_or(rules.is_broken) AS is_broken,
        -- Of several with the same confidence, the one from the fewest items; then by name.
        max({
            'confidence_high': rules.confidence_high,
            'confidence': rules.confidence,
            'fewer': -len(rules.known_items),
            'item': rules.item,
            'known_items': rules.known_items,
            'known_support': rules.known_support,
            'rule_support': rules.rule_support,
            'is_exact': rules.is_exact,
            'allowed_confidence': rules.allowed_confidence
        }) AS rule
    FROM setrisk_internal.stored_rules($release, attacks := $attacks) AS rules
    GROUP BY rules.record, rules.attack
)
SELECT
    origin.record,
    origin.tid,
    attacks.attack,
    coalesce(worst_rules.is_broken, false) AS at_risk,
    coalesce(worst_rules.rule.confidence_high, 0) AS score,
    CASE
        WHEN attacks.attack = 'none' THEN setrisk_internal.unattacked_evidence('uncertainty')
        WHEN worst_rules.rule IS NULL THEN 'the release shows no sensitive item of this person'
        ELSE 'knowing '
            || CASE
                WHEN len(worst_rules.rule.known_items) = 0 THEN 'nothing'
                ELSE '{' || setrisk_internal.listed_names(worst_rules.rule.known_items) || '}'
            END || ' of this person gives {'
            || setrisk_internal.quoted(worst_rules.rule.item) || '} a confidence of '
            || CASE WHEN worst_rules.rule.is_exact THEN '' ELSE 'at least ' END
            || setrisk_internal.percent(worst_rules.rule.confidence) || ': ' || worst_rules.rule.rule_support || ' of '
            || worst_rules.rule.known_support || ' records (promised: at most '
            || setrisk_internal.percent(worst_rules.rule.allowed_confidence) || ')'
    END AS evidence,
    CAST(NULL AS BIGINT) AS candidates
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS releases ON releases.release = origin.release
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
LEFT JOIN worst_rules ON worst_rules.record = origin.record AND worst_rules.attack = attacks.attack
WHERE origin.release = $release AND releases.family = 'uncertainty'
