-- histogram_risk(release, attacks := NULL)
-- The risk of each transaction behind a histogram by each attack: can an item of this person be inferred from the
-- release by anyone who knows the other items of a maximal itemset? Attack 'none' is the release as it is, which puts
-- nobody at risk, unless risk_as_shown says otherwise.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per transaction of the data set and attack, for the owner of the release
-- column: record BIGINT?, >= 1: always NULL, because records are not published
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1: the highest confidence with which an item is inferred
-- column: evidence VARCHAR: the inference with that confidence, in words; the one from the fewest items of several
-- column: candidates BIGINT?: always NULL, because the attacks do not look for a person's record
-- reads: originals
WITH own_release AS (
    SELECT releases.dataset
    FROM setrisk.release AS releases
    WHERE releases.release = $release AND releases.family = 'histogram'
),
worst_leakages AS MATERIALIZED (
    SELECT
        people.transactions,
        leakages.attack,
        -- Of several with the same confidence, the one from the fewest items; then by name.
        max({
            'confidence': leakages.confidence,
            'fewer': -len(leakages.known_items),
            'known_items': leakages.known_items,
            'leaked': leakages.leaked
        }) AS leakage
    FROM setrisk_internal.stored_leakages($release, attacks := $attacks) AS leakages
    JOIN setrisk_internal.leaked_people($release, attacks := $attacks) AS people
        ON people.itemset = leakages.itemset AND people.missing IS NULL
    GROUP BY people.transactions, leakages.attack
),
records AS MATERIALIZED (
    SELECT people.tid, list_sort(list(entries.item_id) FILTER (WHERE entries.item_id IS NOT NULL)) AS transactions
    FROM own_release
    CROSS JOIN setrisk_internal.transaction_numbers((SELECT own_release.dataset FROM own_release)) AS people
    LEFT JOIN setrisk_private.transaction_item AS entries
        ON entries.dataset = own_release.dataset AND entries.tid = people.tid
    GROUP BY people.tid
)
SELECT
    CAST(NULL AS BIGINT) AS record,
    records.tid,
    attacks.attack,
    worst_leakages.leakage IS NOT NULL AS at_risk,
    coalesce(worst_leakages.leakage.confidence, 0) AS score,
    CASE
        WHEN attacks.attack = 'none' THEN setrisk_internal.unattacked_evidence('histogram')
        WHEN worst_leakages.leakage IS NULL THEN 'the attack infers no item of this person from the others'
        ELSE 'knowing {'
            || array_to_string(
                list_transform(worst_leakages.leakage.known_items, lambda item: setrisk_internal.quoted(item)), ', '
            )
            || '} of this person reveals {' || setrisk_internal.quoted(worst_leakages.leakage.leaked)
            || '} with a confidence of ' || setrisk_internal.percent(worst_leakages.leakage.confidence)
    END AS evidence,
    CAST(NULL AS BIGINT) AS candidates
FROM records
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
LEFT JOIN worst_leakages
    ON worst_leakages.transactions = records.transactions AND worst_leakages.attack = attacks.attack
