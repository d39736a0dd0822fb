-- constraint_itemsets(release)
-- The non-empty subsets of the privacy constraints of a release, each once, however many constraints contain it.
--
-- row: one per distinct subset, for the owner of the release
-- column: itemset VARCHAR: its item numbers, ascending, separated by commas
-- column: prefix VARCHAR: the same without the last item; '' for a single item
-- column: item_id INTEGER: the last item
-- column: size INTEGER, items, 1 to 16
-- column: has_extension BOOLEAN: whether a longer itemset of these begins with it
-- reads: originals
WITH members AS MATERIALIZED (
    SELECT members.constraint_no AS owner, members.item_id
    FROM setrisk_private.privacy_constraint AS members
    WHERE members.release = $release
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
    FROM setrisk_internal.grown_itemsets('members', 16) AS itemsets
)
SELECT subsets.itemset, subsets.prefix, subsets.item_id, subsets.size, prefixes.prefix IS NOT NULL AS has_extension
FROM subsets
LEFT JOIN (SELECT DISTINCT subsets.prefix FROM subsets) AS prefixes ON prefixes.prefix = subsets.itemset
