-- known_itemsets(release, attack := NULL)
-- One row per attack, 'none' included, published record, and itemset of constraint_itemsets that the person behind it
-- truly holds and the record may still hold after the attack, for the owner of the release. attack: this one alone, or
-- all where it is NULL.
--
-- row: one per attack, 'none' included, published record, and itemset of constraint_itemsets that the person behind it
--     truly holds and the record may still hold after the attack, for the owner of the release
-- column: attack VARCHAR
-- column: record BIGINT
-- column: itemset VARCHAR
-- column: size INTEGER
-- reads: originals
WITH RECURSIVE itemsets AS MATERIALIZED (
    SELECT each.itemset, each.prefix, each.item_id, each.size, each.goes_on
    FROM setrisk_internal.constraint_itemsets($release) AS each
),
-- As lists: unnested, the items of a record are joined first, and only then what of them is an itemset.
people AS MATERIALIZED (
    SELECT remaining.attack, remaining.record, list(remaining.item_id) AS items
    FROM setrisk.release AS made
    JOIN setrisk_private.provenance AS origin ON origin.release = made.release
    JOIN setrisk_private.transaction_item AS truth ON truth.dataset = made.dataset AND truth.tid = origin.tid
    JOIN setrisk_internal.remaining_items_of($release, attack := $attack) AS remaining
        ON remaining.record = origin.record AND remaining.item_id = truth.item_id
    WHERE made.release = $release AND made.family = 'generalisation'
    GROUP BY remaining.attack, remaining.record
),
known AS (
    SELECT entries.attack, entries.record, entries.item_id, itemsets.itemset, itemsets.size, itemsets.goes_on
    FROM (SELECT people.attack, people.record, unnest(people.items) AS item_id FROM people) AS entries
    JOIN itemsets ON itemsets.item_id = entries.item_id AND itemsets.size = 1
    UNION ALL
    SELECT longer.attack, longer.record, longer.item_id, itemsets.itemset, itemsets.size, itemsets.goes_on
    FROM (
        SELECT
            shorter.attack,
            shorter.record,
            shorter.itemset,
            unnest(list_filter(people.items, lambda item: item > shorter.item_id)) AS item_id
        FROM known AS shorter
        JOIN people ON people.attack = shorter.attack AND people.record = shorter.record
        WHERE shorter.goes_on
    ) AS longer
    JOIN itemsets ON itemsets.prefix = longer.itemset AND itemsets.item_id = longer.item_id
)
SELECT known.attack, known.record, known.itemset, known.size
FROM known
