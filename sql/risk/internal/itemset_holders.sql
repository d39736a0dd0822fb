-- itemset_holders(release, attack := NULL)
-- One row per attack, 'none' included, and itemset of constraint_itemsets that some published record may still hold
-- after it, for the owner of the release. attack: this one alone, or all where it is NULL.
--
-- row: one per attack, 'none' included, and itemset of constraint_itemsets that some published record may still hold
--     after it, for the owner of the release
-- column: attack VARCHAR
-- column: itemset VARCHAR
-- column: size INTEGER
-- column: holders BIGINT: published records that may hold all of it
-- reads: originals
-- duckdb only: bitstring_agg, bit_count
WITH RECURSIVE itemsets AS MATERIALIZED (
    SELECT each.itemset, each.prefix, each.item_id, each.size, each.goes_on
    FROM setrisk_internal.constraint_itemsets($release) AS each
),
places AS MATERIALIZED (
    SELECT shown.record, row_number() OVER (ORDER BY shown.record) - 1 AS place
    FROM (SELECT DISTINCT each.record FROM setrisk.generalised_record AS each WHERE each.release = $release) AS shown
),
-- Who may hold an item: 4,096 records in a string of bits, and none where nobody of them may.
items AS MATERIALIZED (
    SELECT
        remaining.attack,
        remaining.item_id,
        places.place // 4096 AS block,
        bitstring_agg(CAST(places.place % 4096 AS INTEGER), 0, 4095) AS holders
    FROM setrisk_internal.remaining_items_of($release, attack := $attack) AS remaining
    JOIN places ON places.record = remaining.record
    JOIN itemsets ON itemsets.item_id = remaining.item_id AND itemsets.size = 1
    GROUP BY remaining.attack, remaining.item_id, places.place // 4096
),
-- The longer itemsets as lists: unnested, they are joined with items one by one, never all items with all items.
longer AS MATERIALIZED (
    SELECT
        each.prefix,
        list({'itemset': each.itemset, 'item_id': each.item_id, 'size': each.size}) AS itemsets,
        list({'itemset': each.itemset, 'item_id': each.item_id}) FILTER (WHERE each.goes_on) AS begun
    FROM itemsets AS each
    WHERE each.size > 1
    GROUP BY each.prefix
),
-- Itemsets with which longer ones begin: these are counted below, without being kept.
beginnings AS (
    SELECT items.attack, items.block, itemsets.itemset, items.holders
    FROM items
    JOIN itemsets ON itemsets.item_id = items.item_id AND itemsets.size = 1 AND itemsets.goes_on
    UNION ALL
    SELECT shorter.attack, shorter.block, shorter.next.itemset, shorter.holders & items.holders
    FROM (
        SELECT each.attack, each.block, each.holders, unnest(longer.begun) AS next
        FROM beginnings AS each
        JOIN longer ON longer.prefix = each.itemset
    ) AS shorter
    JOIN items
        ON items.attack = shorter.attack AND items.block = shorter.block AND items.item_id = shorter.next.item_id
    WHERE bit_count(shorter.holders & items.holders) > 0
)
SELECT counted.attack, counted.itemset, counted.size, CAST(sum(counted.holders) AS BIGINT) AS holders
FROM (
    SELECT items.attack, itemsets.itemset, itemsets.size, bit_count(items.holders) AS holders
    FROM items
    JOIN itemsets ON itemsets.item_id = items.item_id AND itemsets.size = 1
    UNION ALL
    SELECT shorter.attack, shorter.next.itemset, shorter.next.size, bit_count(shorter.holders & items.holders) AS holders
    FROM (
        SELECT each.attack, each.block, each.holders, unnest(longer.itemsets) AS next
        FROM beginnings AS each
        JOIN longer ON longer.prefix = each.itemset
    ) AS shorter
    JOIN items
        ON items.attack = shorter.attack AND items.block = shorter.block AND items.item_id = shorter.next.item_id
) AS counted
WHERE counted.holders > 0
GROUP BY counted.attack, counted.itemset, counted.size
