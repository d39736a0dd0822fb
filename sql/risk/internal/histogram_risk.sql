-- histogram_risk(release, attack := NULL)
-- One row per transaction of the data of a histogram and attack, for its owner: is there an item of this person that
-- whoever knows all others of a maximal itemset reads off the release? Attack 'none' is the release as it is: only what
-- is published unprotected puts people at risk by itself. attack: this one alone, or all where it is NULL.
--
-- row: one per transaction of the data of a histogram and attack, for its owner
-- column: record BIGINT: the owner's number
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1: the confidence
-- column: evidence VARCHAR
-- column: candidates BIGINT?: NULL, since nobody is looked for among others
-- reads: originals
WITH worst AS MATERIALIZED (
    SELECT
        each.transactions,
        found.attack,
        -- Of those that tell with the same confidence, the one that takes the least to know; then by name.
        max({
            'confidence': found.confidence, 'fewer': -len(found.known), 'known': found.known, 'leaked': found.leaked
        }) AS told
    FROM setrisk_internal.stored_leakages($release, attack := $attack) AS found
    JOIN setrisk_internal.leaked_people($release, attack := $attack) AS each ON each.itemset = found.item_ids AND each.missing IS NULL
    GROUP BY each.transactions, found.attack
),
records AS MATERIALIZED (
    SELECT held.tid, list_sort(list(held.item_id)) AS transactions
    FROM setrisk.release AS made
    JOIN setrisk_private.transaction_item AS held ON held.dataset = made.dataset
    WHERE made.release = $release AND made.family = 'histogram'
    GROUP BY held.tid
)
SELECT
    records.tid AS record,
    attacks.attack,
    worst.told IS NOT NULL OR (attacks.attack = 'none' AND list_contains(made.marks, 'unprotected')) AS at_risk,
    CASE
        WHEN attacks.attack = 'none' AND list_contains(made.marks, 'unprotected') THEN 1
        ELSE coalesce(worst.told.confidence, 0)
    END AS score,
    CASE
        WHEN attacks.attack = 'none' AND list_contains(made.marks, 'unprotected') THEN 'the release shows the data as they are'
        WHEN attacks.attack = 'none' THEN 'the counts are noisy; what they tell is for an attack to say'
        WHEN worst.told IS NULL THEN 'no item of this person is told from the others'
        ELSE 'who knows {' || array_to_string(list_transform(worst.told.known, lambda item: setrisk_internal.quoted(item)), ', ')
            || '} of this person reads off {' || setrisk_internal.quoted(worst.told.leaked) || '} with ' || setrisk_internal.percent(worst.told.confidence)
    END AS evidence,
    CAST(NULL AS BIGINT) AS candidates
FROM records
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
JOIN setrisk.release AS made ON made.release = $release
LEFT JOIN worst ON worst.transactions = records.transactions AND worst.attack = attacks.attack
