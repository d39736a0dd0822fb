-- known_itemsets(release, attack := NULL)
-- The protected itemsets that the person behind a published record really has, and that the record may still hold after
-- each attack. Attack 'none' is the release as it is.
--
-- parameter: attack: return only this attack, or 'none'; NULL for all
-- row: one per attack, published record and itemset of constraint_itemsets, for the owner of the release
-- column: attack VARCHAR
-- column: record BIGINT
-- column: itemset VARCHAR: its item numbers, ascending, separated by commas
-- column: size INTEGER, items, 1 to 16
-- reads: originals
WITH RECURSIVE itemsets AS MATERIALIZED (
    SELECT subset.itemset, subset.prefix, subset.item_id, subset.size, subset.has_extension
    FROM setrisk_internal.constraint_itemsets($release) AS subset
),
-- The items of each record as a list, which is unnested below: so the items of one record are paired before they are
-- looked up among the itemsets.
people AS MATERIALIZED (
    SELECT remaining.attack, remaining.record, list(remaining.item_id) AS items
    FROM setrisk.release AS published
    JOIN setrisk_private.provenance AS origin ON origin.release = published.release
    JOIN setrisk_private.transaction_item AS truth ON truth.dataset = published.dataset AND truth.tid = origin.tid
    JOIN setrisk_internal.remaining_items_of($release, attack := $attack) AS remaining
        ON remaining.record = origin.record AND remaining.item_id = truth.item_id
    WHERE published.release = $release AND published.family = 'generalisation'
    GROUP BY remaining.attack, remaining.record
),
known AS (
    SELECT entries.attack, entries.record, entries.item_id, itemsets.itemset, itemsets.size, itemsets.has_extension
    FROM (SELECT people.attack, people.record, unnest(people.items) AS item_id FROM people) AS entries
    JOIN itemsets ON itemsets.item_id = entries.item_id AND itemsets.size = 1
    UNION ALL
    SELECT longer.attack, longer.record, longer.item_id, itemsets.itemset, itemsets.size, itemsets.has_extension
    FROM (
        SELECT
            shorter.attack,
            shorter.record,
            shorter.itemset,
            unnest(list_filter(people.items, lambda item: item > shorter.item_id)) AS item_id
        FROM known AS shorter
        JOIN people ON people.attack = shorter.attack AND people.record = shorter.record
        WHERE shorter.has_extension
    ) AS longer
    JOIN itemsets ON itemsets.prefix = longer.itemset AND itemsets.item_id = longer.item_id
)
SELECT known.attack, known.record, known.itemset, known.size
FROM known
