-- generalisation_risk(release)
-- One row per published record and attack, for the owner of the release. A person who truly holds an itemset of a
-- privacy constraint is found by whoever knows it with chance 1 / (records that may still hold it); the record is at
-- risk when these records are fewer than k. score is the highest such chance, evidence names its smallest itemset.
-- record BIGINT; attack VARCHAR; at_risk BOOLEAN; score DOUBLE in [0, 1]; evidence VARCHAR
-- internal
WITH subsets AS MATERIALIZED (
    SELECT members.itemset, members.size, members.item_id
    FROM setrisk.constraint_itemsets($release) AS members
),
records AS MATERIALIZED (
    SELECT origin.record, origin.tid, count(*) OVER () AS n
    FROM setrisk_private.provenance AS origin
    JOIN setrisk.release AS published ON published.release = origin.release
    WHERE origin.release = $release AND published.family = 'generalisation'
),
candidates AS MATERIALIZED (
    SELECT remaining.attack, subsets.itemset, subsets.size, remaining.record
    FROM subsets
    JOIN setrisk.left_items($release) AS remaining ON remaining.item_id = subsets.item_id
    GROUP BY remaining.attack, subsets.itemset, subsets.size, remaining.record
    HAVING count(*) = subsets.size
),
truly_held AS MATERIALIZED (
    SELECT records.record, subsets.itemset
    FROM subsets
    JOIN setrisk_private.transaction_item AS truth ON truth.item_id = subsets.item_id
    JOIN records ON records.tid = truth.tid
    JOIN setrisk.release AS made ON made.dataset = truth.dataset
    WHERE made.release = $release
    GROUP BY records.record, subsets.itemset, subsets.size
    HAVING count(*) = subsets.size
),
worst AS MATERIALIZED (
    SELECT ranked.attack, ranked.record, ranked.itemset, ranked.holders
    FROM (
        SELECT
            candidates.attack,
            candidates.record,
            candidates.itemset,
            held_by.holders,
            row_number() OVER (
                PARTITION BY candidates.attack, candidates.record
                ORDER BY held_by.holders, candidates.size, candidates.itemset
            ) AS place
        FROM candidates
        JOIN truly_held
            ON truly_held.record = candidates.record AND truly_held.itemset = candidates.itemset
        JOIN (
            SELECT counted.attack, counted.itemset, count(*) AS holders
            FROM candidates AS counted
            GROUP BY counted.attack, counted.itemset
        ) AS held_by ON held_by.attack = candidates.attack AND held_by.itemset = candidates.itemset
    ) AS ranked
    WHERE ranked.place = 1
)
SELECT
    records.record,
    attacks.attack,
    coalesce(worst.holders < promised.k, false) AS at_risk,
    coalesce(1.0 / worst.holders, 0) AS score,
    CASE
        WHEN worst.holders IS NULL THEN 'holds no protected itemset that the attack leaves in place'
        ELSE 'who knows {' || spelled.items || '} of this person is left with '
            || worst.holders || ' of ' || records.n || ' records (k = ' || promised.k || ')'
    END AS evidence
FROM records
CROSS JOIN setrisk.attacks($release) AS attacks
CROSS JOIN setrisk.promised_support($release) AS promised
LEFT JOIN worst ON worst.record = records.record AND worst.attack = attacks.attack
LEFT JOIN (
    SELECT subsets.itemset, array_to_string(list_sort(list(names.item)), ', ') AS items
    FROM subsets
    JOIN setrisk_private.item AS names ON names.item_id = subsets.item_id
    GROUP BY subsets.itemset
) AS spelled ON spelled.itemset = worst.itemset
