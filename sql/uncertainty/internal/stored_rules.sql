-- stored_rules(release, attacks := NULL)
-- The findings of the stored attacks by rules on a release, by the names of the items.
--
-- parameter: attacks: stored attacks, or NULL for all
-- row: one per stored attack, record, and sensitive item that the record shows
-- column: attack VARCHAR
-- column: record BIGINT, >= 1
-- column: item VARCHAR: the sensitive item
-- column: known_items VARCHAR[]: what is known of the record, each an item, or a generalised item by its number
-- column: known_support BIGINT, records, >= 1: records that show all that is known
-- column: rule_support BIGINT, records, >= 1: those of them that show the sensitive item, too
-- column: confidence DOUBLE, fraction, 0 to 1: rule_support / known_support
-- column: is_exact BOOLEAN: whether nothing that the record shows gives a higher confidence
-- column: allowed_confidence DOUBLE?, fraction, 0 to 1: the highest confidence that the release promises to allow; NULL
--     if it does not say
-- column: confidence_high DOUBLE, fraction, 0 to 1: the confidence; if the rule is not exact, what the release
--     promises, if that is more
-- column: is_broken BOOLEAN: whether the confidence is higher than what is promised
-- reads: published
WITH labels AS MATERIALIZED (
    SELECT names.item_id AS label, names.item AS name
    FROM setrisk.published_item AS names
    WHERE names.release = $release
    UNION ALL
    SELECT DISTINCT
        -members.generalised_item AS label,
        'generalised item ' || members.generalised_item AS name
    FROM setrisk.generalised_item AS members
    WHERE members.release = $release
),
antecedents AS (
    SELECT members.itemset, list_sort(list(labels.name)) AS names
    FROM (
        SELECT itemsets.itemset, unnest(itemsets.itemset) AS label
        FROM (
            SELECT DISTINCT rules.itemset FROM setrisk.sensitive_rule AS rules WHERE rules.release = $release
        ) AS itemsets
    ) AS members
    JOIN labels ON labels.label = members.label
    GROUP BY members.itemset
)
SELECT
    rules.attack,
    rules.record,
    labels.name AS item,
    coalesce(antecedents.names, []) AS known_items,
    rules.known_support,
    rules.rule_support,
    rules.rule_support / rules.known_support AS confidence,
    rules.is_exact,
    setrisk_internal.numeric_parameter(releases.parameters, 'rho') AS allowed_confidence,
    CASE WHEN rules.is_exact THEN confidence ELSE greatest(confidence, coalesce(allowed_confidence, 1)) END
        AS confidence_high,
    coalesce(setrisk_internal.is_above(confidence, allowed_confidence), false) AS is_broken
FROM setrisk.sensitive_rule AS rules
JOIN setrisk.release AS releases ON releases.release = rules.release
JOIN labels ON labels.label = rules.item_id
LEFT JOIN antecedents ON antecedents.itemset = rules.itemset
WHERE rules.release = $release AND setrisk_internal.is_asked_for(rules.attack, $attacks)
