-- generalisation_risk(release, attack := NULL)
-- The risk of each published record of a generalised release by each attack. Anyone who knows a protected itemset that
-- the person really has finds the record with chance 1 / (records that may still hold the itemset). The record is at
-- risk when these are fewer than k.
--
-- parameter: attack: return only this attack, or 'none'; NULL for all
-- row: one per published record and attack, for the owner of the release
-- column: record BIGINT
-- column: tid BIGINT
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1: the highest such chance
-- column: evidence VARCHAR: the smallest itemset with that chance, in words
-- column: candidates BIGINT?, records, >= 1: the fewest records that may still hold a protected itemset of this person;
--     NULL where the person has none
-- reads: originals
WITH records AS MATERIALIZED (
    SELECT origin.record, origin.tid, count(*) OVER () AS n
    FROM setrisk_private.provenance AS origin
    JOIN setrisk.release AS published ON published.release = origin.release
    WHERE origin.release = $release AND published.family = 'generalisation'
),
known AS MATERIALIZED (
    SELECT known_itemset.attack, known_itemset.record, known_itemset.itemset, known_itemset.size, support.holders
    FROM setrisk_internal.known_itemsets($release, attack := $attack) AS known_itemset
    JOIN setrisk_internal.itemset_holders($release, attack := $attack) AS support
        ON support.attack = known_itemset.attack AND support.itemset = known_itemset.itemset
),
worst AS MATERIALIZED (
    SELECT ranked.attack, ranked.record, ranked.items, ranked.holders
    FROM (
        SELECT
            known.attack,
            known.record,
            CAST(string_split(known.itemset, ',') AS INTEGER[]) AS items,
            known.holders,
            row_number() OVER (
                PARTITION BY known.attack, known.record
                ORDER BY known.size, CAST(string_split(known.itemset, ',') AS INTEGER[])
            ) AS place
        FROM known
        JOIN (
            SELECT known.attack, known.record, min(known.holders) AS holders
            FROM known
            GROUP BY known.attack, known.record
        ) AS fewest
            ON fewest.attack = known.attack AND fewest.record = known.record AND fewest.holders = known.holders
    ) AS ranked
    WHERE ranked.place = 1
)
SELECT
    records.record,
    records.tid,
    attacks.attack,
    coalesce(worst.holders < promised.k, false) AS at_risk,
    coalesce(1.0 / worst.holders, 0) AS score,
    CASE
        WHEN worst.holders IS NULL THEN 'this person has no protected itemset that the attack leaves in place'
        ELSE 'knowing {' || names.items || '} of this person leaves '
            || worst.holders || ' of ' || records.n || ' records (k = ' || promised.k || ')'
    END AS evidence,
    worst.holders AS candidates
FROM records
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
CROSS JOIN setrisk_internal.promised_support($release) AS promised
LEFT JOIN worst ON worst.record = records.record AND worst.attack = attacks.attack
LEFT JOIN (
    SELECT
        members.attack,
        members.record,
        array_to_string(list_sort(list(setrisk_internal.quoted(item.item))), ', ') AS items
    FROM (SELECT worst.attack, worst.record, unnest(worst.items) AS item_id FROM worst) AS members
    JOIN setrisk_private.item AS item ON item.item_id = members.item_id
    GROUP BY members.attack, members.record
) AS names ON names.attack = worst.attack AND names.record = worst.record
