-- protected_itemsets(release)
-- The itemsets that a generalised release protects, each once: the non-empty subsets of its privacy constraints, or all
-- itemsets of people, up to the size that it promises.
--
-- row: one per distinct itemset, for the owner of the release
-- column: itemset VARCHAR: its item numbers, ascending, separated by commas
-- column: prefix VARCHAR: the same without the last item; '' for a single item
-- column: item_id INTEGER: the last item
-- column: size INTEGER, items, 1 to 16
-- column: has_extension BOOLEAN: whether a longer itemset of these begins with it
-- reads: originals
WITH promises AS (
    SELECT releases.release, releases.dataset, promises.m
    FROM setrisk_internal.promised_support($release) AS promises
    JOIN setrisk.release AS releases ON releases.release = $release
    WHERE releases.family = 'generalisation'
),
members AS MATERIALIZED (
    SELECT members.constraint_no AS owner, members.item_id
    FROM setrisk_private.privacy_constraint AS members
    WHERE members.release = $release
    UNION ALL
    SELECT entries.tid AS owner, entries.item_id
    FROM promises
    JOIN setrisk_private.transaction_item AS entries ON entries.dataset = promises.dataset
    WHERE promises.m IS NOT NULL
),
subsets AS MATERIALIZED (
    SELECT DISTINCT CAST(members.item_id AS VARCHAR) AS itemset, '' AS prefix, members.item_id, 1 AS size FROM members
    UNION ALL
    -- A constraint has at most 16 items.
    SELECT DISTINCT
        itemsets.prefix || ',' || itemsets.item_id AS itemset,
        itemsets.prefix,
        itemsets.item_id,
        itemsets.size
    FROM setrisk_internal.grown_itemsets(
        'members',
        coalesce((SELECT promises.m FROM promises), 16)
    ) AS itemsets
)
SELECT subsets.itemset, subsets.prefix, subsets.item_id, subsets.size, prefixes.prefix IS NOT NULL AS has_extension
FROM subsets
LEFT JOIN (SELECT DISTINCT subsets.prefix FROM subsets) AS prefixes ON prefixes.prefix = subsets.itemset
