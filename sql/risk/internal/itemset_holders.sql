-- itemset_holders(release, attacks := NULL)
-- How many published records may still hold each protected itemset after each attack. Attack 'none' is the release as
-- it is.
--
-- parameter: attacks: return only these, of which one may be 'none'; NULL for all
-- row: one per attack and itemset of protected_itemsets that some published record may still hold
-- column: attack VARCHAR
-- column: itemset VARCHAR: its item numbers, ascending, separated by commas
-- column: size INTEGER, items, 1 to 16
-- column: holders BIGINT, records, >= 1: published records that may hold all of it
-- reads: originals
-- duckdb only: bitstring_agg, bit_count
WITH RECURSIVE itemsets AS MATERIALIZED (
    SELECT subsets.itemset, subsets.prefix, subsets.item_id, subsets.size, subsets.has_extension
    FROM setrisk_internal.protected_itemsets($release) AS subsets
),
places AS MATERIALIZED (
    SELECT records.record, row_number() OVER (ORDER BY records.record) - 1 AS place
    FROM (
        SELECT DISTINCT entries.record FROM setrisk.generalised_record AS entries WHERE entries.release = $release
    ) AS records
),
-- Which records may hold an item: a string of bits for each block of 4,096 records, left out if no record may.
items AS MATERIALIZED (
    SELECT
        remaining_items.attack,
        remaining_items.item_id,
        places.place // 4096 AS block,
        bitstring_agg(CAST(places.place % 4096 AS INTEGER), 0, 4095) AS holders
    FROM setrisk_internal.remaining_items_of($release, attacks := $attacks) AS remaining_items
    JOIN places ON places.record = remaining_items.record
    JOIN itemsets ON itemsets.item_id = remaining_items.item_id AND itemsets.size = 1
    GROUP BY remaining_items.attack, remaining_items.item_id, places.place // 4096
),
-- The longer itemsets as lists by prefix, which are unnested before they are joined with items: joined as rows, all
-- items would be paired with all items first.
itemset_lists AS MATERIALIZED (
    SELECT
        itemsets.prefix,
        list({'itemset': itemsets.itemset, 'item_id': itemsets.item_id, 'size': itemsets.size}) AS itemsets,
        list({'itemset': itemsets.itemset, 'item_id': itemsets.item_id}) FILTER (
            WHERE itemsets.has_extension
        ) AS prefixes
    FROM itemsets
    WHERE itemsets.size > 1
    GROUP BY itemsets.prefix
),
-- The records of each itemset that longer ones begin with. The last items of these are counted below, without keeping
-- their records.
prefixes AS (
    -- Not by grown_itemsets, which grows itemsets record by record: here all records of an itemset are counted at once.
    SELECT items.attack, items.block, itemsets.itemset, items.holders
    FROM items
    JOIN itemsets ON itemsets.item_id = items.item_id AND itemsets.size = 1 AND itemsets.has_extension
    UNION ALL
    SELECT extensions.attack, extensions.block, extensions.next.itemset, extensions.holders & items.holders
    FROM (
        SELECT prefixes.attack, prefixes.block, prefixes.holders, unnest(itemset_lists.prefixes) AS next
        FROM prefixes
        JOIN itemset_lists ON itemset_lists.prefix = prefixes.itemset
    ) AS extensions
    JOIN items
        ON items.attack = extensions.attack
        AND items.block = extensions.block
        AND items.item_id = extensions.next.item_id
    WHERE bit_count(extensions.holders & items.holders) > 0
)
SELECT supports.attack, supports.itemset, supports.size, CAST(sum(supports.holders) AS BIGINT) AS holders
FROM (
    SELECT items.attack, itemsets.itemset, itemsets.size, bit_count(items.holders) AS holders
    FROM items
    JOIN itemsets ON itemsets.item_id = items.item_id AND itemsets.size = 1
    UNION ALL
    SELECT
        extensions.attack,
        extensions.next.itemset,
        extensions.next.size,
        bit_count(extensions.holders & items.holders) AS holders
    FROM (
        SELECT prefixes.attack, prefixes.block, prefixes.holders, unnest(itemset_lists.itemsets) AS next
        FROM prefixes
        JOIN itemset_lists ON itemset_lists.prefix = prefixes.itemset
    ) AS extensions
    JOIN items
        ON items.attack = extensions.attack
        AND items.block = extensions.block
        AND items.item_id = extensions.next.item_id
) AS supports
WHERE supports.holders > 0
GROUP BY supports.attack, supports.itemset, supports.size
