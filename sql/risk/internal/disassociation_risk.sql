-- disassociation_risk(release, attack := NULL)
-- The risk of each original record of a disassociated release by each attack. An itemset of at most m items that the
-- release hides, and that the attack puts together correctly, leads anyone who knows it about a person to the
-- reconstructed records that hold it. The record is at risk when these are fewer than k.
--
-- parameter: attack: return only this attack, or 'none'; NULL for all
-- row: one per original record and attack, for the owner of the release
-- column: record BIGINT?: always NULL, because whole records are not published
-- column: tid BIGINT
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1: the highest chance that a reconstructed record, picked among those with the itemset, is
--     the person's: the share of the identical original records that are found, divided by the number of candidates
-- column: evidence VARCHAR: the itemset with that chance, in words; one that puts the record at risk if there is one
-- column: candidates BIGINT?, records, >= 1: the fewest reconstructed records that an itemset leads to; NULL where none
--     does
-- reads: originals
-- duckdb only: bit_count
WITH exposed AS MATERIALIZED (
    SELECT
        itemset.attack,
        itemset.tid,
        itemset.prefix,
        itemset.item_id,
        least(bit_count(itemset.anchors), itemset.records) / itemset.records AS share,
        least(bit_count(itemset.anchors), itemset.records) / itemset.records / itemset.candidates AS chance,
        itemset.candidates,
        itemset.candidates < promised.k AS is_risky
    FROM setrisk_internal.recovered_itemsets($release, attack := $attack) AS itemset
    CROSS JOIN setrisk_internal.promised_support($release) AS promised
),
highest AS MATERIALIZED (
    SELECT
        exposed.attack,
        exposed.tid,
        max(exposed.chance) AS chance,
        max(exposed.chance) FILTER (WHERE exposed.is_risky) AS risky_chance,
        min(exposed.candidates) AS candidates
    FROM exposed
    GROUP BY exposed.attack, exposed.tid
),
worst AS MATERIALIZED (
    SELECT ranked.attack, ranked.tid, ranked.items, ranked.share, ranked.candidates
    FROM (
        SELECT
            choice.attack,
            choice.tid,
            choice.items,
            choice.share,
            choice.candidates,
            row_number() OVER (PARTITION BY choice.attack, choice.tid ORDER BY len(choice.items), choice.items) AS place
        FROM (
            SELECT
                exposed.attack,
                exposed.tid,
                setrisk_internal.listed_items(exposed.prefix, exposed.item_id) AS items,
                exposed.share,
                exposed.candidates
            FROM exposed
            JOIN highest ON highest.attack = exposed.attack AND highest.tid = exposed.tid
            -- The evidence names an itemset that puts the record at risk, where there is one.
            WHERE exposed.chance = coalesce(highest.risky_chance, highest.chance)
                AND (exposed.is_risky OR highest.risky_chance IS NULL)
        ) AS choice
    ) AS ranked
    WHERE ranked.place = 1
)
SELECT
    CAST(NULL AS BIGINT) AS record,
    origin.tid,
    attacks.attack,
    coalesce(worst.candidates < promised.k, false) AS at_risk,
    coalesce(highest.chance, 0) AS score,
    CASE
        WHEN worst.items IS NULL THEN 'the attack recovers no itemset of this person that the release hides'
        ELSE 'knowing {' || names.items || '} of this person leads to ' || worst.candidates
            || ' of the reconstructed records (k = ' || promised.k || '), correctly so for '
            || TRY_CAST(round(100 * worst.share) AS INTEGER) || ' % of the people with the same items in the cluster'
    END AS evidence,
    highest.candidates
FROM setrisk_private.provenance AS origin
JOIN setrisk.release AS published ON published.release = origin.release
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
CROSS JOIN setrisk_internal.promised_support($release) AS promised
LEFT JOIN worst ON worst.tid = origin.tid AND worst.attack = attacks.attack
LEFT JOIN highest ON highest.tid = origin.tid AND highest.attack = attacks.attack
LEFT JOIN (
    SELECT
        members.attack,
        members.tid,
        array_to_string(list_sort(list(setrisk_internal.quoted(item.item))), ', ') AS items
    FROM (SELECT worst.attack, worst.tid, unnest(worst.items) AS item_id FROM worst) AS members
    JOIN setrisk_private.item AS item ON item.item_id = members.item_id
    GROUP BY members.attack, members.tid
) AS names ON names.attack = worst.attack AND names.tid = worst.tid
WHERE origin.release = $release AND origin.chunk IS NULL AND published.family = 'disassociation'
