-- generalisation_risk(release, attack := NULL)
-- One row per published record and attack, for the owner of the release. A person who truly holds an itemset of a
-- privacy constraint is found by whoever knows it with chance 1 / (records that may still hold it); the record is at
-- risk when these records are fewer than k. score is the highest such chance, evidence names its smallest itemset.
-- attack: this one alone, or all where it is NULL.
--
-- row: one per published record and attack, for the owner of the release
-- column: record BIGINT
-- column: attack VARCHAR
-- column: at_risk BOOLEAN
-- column: score DOUBLE, 0 to 1
-- column: evidence VARCHAR
-- column: candidates BIGINT?: the fewest records that may still hold an itemset of this person, NULL where none is held
-- reads: originals
WITH records AS MATERIALIZED (
    SELECT origin.record, count(*) OVER () AS n
    FROM setrisk_private.provenance AS origin
    JOIN setrisk.release AS published ON published.release = origin.release
    WHERE origin.release = $release AND published.family = 'generalisation'
),
known AS MATERIALIZED (
    SELECT each.attack, each.record, each.itemset, each.size, held.holders
    FROM setrisk_internal.known_itemsets($release, attack := $attack) AS each
    JOIN setrisk_internal.itemset_holders($release, attack := $attack) AS held
        ON held.attack = each.attack AND held.itemset = each.itemset
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
            SELECT each.attack, each.record, min(each.holders) AS holders FROM known AS each GROUP BY each.attack, each.record
        ) AS fewest
            ON fewest.attack = known.attack AND fewest.record = known.record AND fewest.holders = known.holders
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
    END AS evidence,
    worst.holders AS candidates
FROM records
CROSS JOIN setrisk_internal.attacks_and_none($release, attack := $attack) AS attacks
CROSS JOIN setrisk_internal.promised_support($release) AS promised
LEFT JOIN worst ON worst.record = records.record AND worst.attack = attacks.attack
LEFT JOIN (
    SELECT members.attack, members.record, array_to_string(list_sort(list(setrisk_internal.quoted(names.item))), ', ') AS items
    FROM (SELECT worst.attack, worst.record, unnest(worst.items) AS item_id FROM worst) AS members
    JOIN setrisk_private.item AS names ON names.item_id = members.item_id
    GROUP BY members.attack, members.record
) AS spelled ON spelled.attack = worst.attack AND spelled.record = worst.record
