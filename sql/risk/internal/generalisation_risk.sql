-- generalisation_risk(release, attacks := NULL)
-- The risk of each published record of a generalised release by each attack. Anyone who knows a protected itemset that
-- the person really has finds the record with chance 1 / (records that may still hold the itemset). The record is at
-- risk when these are fewer than k.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per published record and attack, for the owner of the release
-- column: record BIGINT, >= 1
-- column: tid BIGINT, >= 1
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, fraction, 0 to 1: the highest such chance
-- column: evidence VARCHAR: the smallest itemset with that chance, in words
-- column: candidates BIGINT?, records, >= 1: the fewest records that may still hold a protected itemset of this person;
--     NULL if the person has none
-- reads: originals
WITH records AS MATERIALIZED (
    SELECT origin.record, origin.tid, count(*) OVER () AS n
    FROM setrisk_private.provenance AS origin
    JOIN setrisk.release AS releases ON releases.release = origin.release
    WHERE origin.release = $release AND releases.family = 'generalisation'
),
known_itemsets AS MATERIALIZED (
    SELECT itemsets.attack, itemsets.record, itemsets.itemset, itemsets.size, supports.holders
    FROM setrisk_internal.known_itemsets($release, attacks := $attacks) AS itemsets
    JOIN setrisk_internal.itemset_holders($release, attacks := $attacks) AS supports
        ON supports.attack = itemsets.attack AND supports.itemset = itemsets.itemset
),
worst_itemsets AS MATERIALIZED (
    SELECT ranked_itemsets.attack, ranked_itemsets.record, ranked_itemsets.itemset, ranked_itemsets.holders
    FROM (
        SELECT
            known_itemsets.attack,
            known_itemsets.record,
            CAST(string_split(known_itemsets.itemset, ',') AS INTEGER[]) AS itemset,
            known_itemsets.holders,
            row_number() OVER (
                PARTITION BY known_itemsets.attack, known_itemsets.record
                ORDER BY known_itemsets.size, CAST(string_split(known_itemsets.itemset, ',') AS INTEGER[])
            ) AS place
        FROM known_itemsets
        JOIN (
            SELECT known_itemsets.attack, known_itemsets.record, min(known_itemsets.holders) AS holders
            FROM known_itemsets
            GROUP BY known_itemsets.attack, known_itemsets.record
        ) AS holder_counts
            ON holder_counts.attack = known_itemsets.attack
            AND holder_counts.record = known_itemsets.record
            AND holder_counts.holders = known_itemsets.holders
    ) AS ranked_itemsets
    WHERE ranked_itemsets.place = 1
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk_private.item AS names
)
SELECT
    records.record,
    records.tid,
    attacks.attack,
    coalesce(named_itemsets.holders < promises.k, false) AS at_risk,
    coalesce(1.0 / named_itemsets.holders, 0) AS score,
    setrisk_internal.holders_in_words(named_itemsets.items, named_itemsets.holders, records.n, promises.k) AS evidence,
    named_itemsets.holders AS candidates
FROM records
CROSS JOIN setrisk_internal.attacks_and_none($release, attacks := $attacks) AS attacks
CROSS JOIN setrisk_internal.promised_support($release) AS promises
LEFT JOIN setrisk_internal.named_itemsets('worst_itemsets', 'item_names') AS named_itemsets
    ON named_itemsets.record = records.record AND named_itemsets.attack = attacks.attack
