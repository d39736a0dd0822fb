-- known_itemsets(release, attacks := NULL)
-- The protected itemsets that the person behind a published record really has, and that the record may still hold after
-- each attack. Attack 'none' is the release as it is.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per attack, published record and itemset of protected_itemsets, for the owner of the release
-- column: attack VARCHAR
-- column: record BIGINT, >= 1
-- column: itemset VARCHAR: its item numbers, ascending, separated by commas
-- column: size INTEGER, items, 1 to 16
-- reads: originals
WITH RECURSIVE itemsets AS MATERIALIZED (
    SELECT subsets.itemset, subsets.prefix, subsets.item_id, subsets.size, subsets.has_extension
    FROM setrisk_internal.protected_itemsets($release) AS subsets
),
-- The items of each record as a list, which is unnested below: so the items of one record are paired before they are
-- looked up among the itemsets.
people AS MATERIALIZED (
    SELECT remaining_items.attack, remaining_items.record, list(remaining_items.item_id) AS items
    FROM setrisk.release AS releases
    JOIN setrisk_private.provenance AS origin ON origin.release = releases.release
    JOIN setrisk_private.transaction_item AS truth ON truth.dataset = releases.dataset AND truth.tid = origin.tid
    JOIN setrisk_internal.remaining_items_of($release, attacks := $attacks) AS remaining_items
        ON remaining_items.record = origin.record AND remaining_items.item_id = truth.item_id
    WHERE releases.release = $release AND releases.family = 'generalisation'
    GROUP BY remaining_items.attack, remaining_items.record
),
known_itemsets AS (
    -- Not by grown_itemsets: only the beginnings of protected itemsets grow on. A record of 100 items has too many
    -- others.
    SELECT entries.attack, entries.record, entries.item_id, itemsets.itemset, itemsets.size, itemsets.has_extension
    FROM (SELECT people.attack, people.record, unnest(people.items) AS item_id FROM people) AS entries
    JOIN itemsets ON itemsets.item_id = entries.item_id AND itemsets.size = 1
    UNION ALL
    SELECT
        extensions.attack,
        extensions.record,
        extensions.item_id,
        itemsets.itemset,
        itemsets.size,
        itemsets.has_extension
    FROM (
        SELECT
            known_itemsets.attack,
            known_itemsets.record,
            known_itemsets.itemset,
            unnest(list_filter(people.items, lambda item: item > known_itemsets.item_id)) AS item_id
        FROM known_itemsets
        JOIN people ON people.attack = known_itemsets.attack AND people.record = known_itemsets.record
        WHERE known_itemsets.has_extension
    ) AS extensions
    JOIN itemsets ON itemsets.prefix = extensions.itemset AND itemsets.item_id = extensions.item_id
)
SELECT known_itemsets.attack, known_itemsets.record, known_itemsets.itemset, known_itemsets.size
FROM known_itemsets
