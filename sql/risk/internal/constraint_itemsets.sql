-- constraint_itemsets(release)
-- One row per itemset that is a non-empty part of a privacy constraint of the release, for its owner, however many
-- constraints share it.
--
-- row: one per itemset that is a non-empty part of a privacy constraint of the release, for its owner, however many
--     constraints share it
-- column: itemset VARCHAR: its items, ascending, separated by commas
-- column: prefix VARCHAR: the same without the last item, '' for an item alone
-- column: item_id INTEGER: the last item
-- column: size INTEGER: its items
-- column: goes_on BOOLEAN: whether a longer one begins with it
-- reads: originals
WITH RECURSIVE members AS MATERIALIZED (
    SELECT each.constraint_no, each.item_id
    FROM setrisk_private.privacy_constraint AS each
    WHERE each.release = $release
),
parts AS (
    SELECT members.constraint_no, CAST(members.item_id AS VARCHAR) AS itemset, '' AS prefix, members.item_id, 1 AS size
    FROM members
    UNION ALL
    SELECT
        shorter.constraint_no,
        shorter.itemset || ',' || members.item_id,
        shorter.itemset,
        members.item_id,
        shorter.size + 1
    FROM parts AS shorter
    JOIN members ON members.constraint_no = shorter.constraint_no AND members.item_id > shorter.item_id
    -- A constraint has at most 16 items.
    WHERE shorter.size < 16
),
found AS MATERIALIZED (
    SELECT DISTINCT parts.itemset, parts.prefix, parts.item_id, parts.size FROM parts
)
SELECT found.itemset, found.prefix, found.item_id, found.size, longer.prefix IS NOT NULL AS goes_on
FROM found
LEFT JOIN (SELECT DISTINCT each.prefix FROM found AS each) AS longer ON longer.prefix = found.itemset
