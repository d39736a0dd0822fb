-- shown_itemsets(release, m)
-- The itemsets that records of a generalised release show, with the number of these records. A generalised item counts
-- as one item.
--
-- parameter: m: the largest number of items in an itemset
-- row: one per itemset of 1 to `m` items
-- column: itemset VARCHAR: item numbers, ascending, separated by commas; a generalised item as its number, negative
-- column: support BIGINT, records, >= 1: the records that show all of it
-- reads: published
WITH RECURSIVE shown_items AS MATERIALIZED (
    SELECT entries.record AS owner, coalesce(entries.item_id, -entries.generalised_item) AS item_id
    FROM setrisk.generalised_record AS entries
    WHERE entries.release = $release
)
SELECT CAST(shown_items.item_id AS VARCHAR) AS itemset, count(*) AS support
FROM shown_items
WHERE $m >= 1
GROUP BY shown_items.item_id
UNION ALL
SELECT itemsets.prefix || ',' || itemsets.item_id AS itemset, itemsets.support
FROM (
    SELECT owner_itemsets.prefix, owner_itemsets.item_id, count(*) AS support
    FROM setrisk_internal.grown_itemsets('shown_items', $m) AS owner_itemsets
    GROUP BY owner_itemsets.prefix, owner_itemsets.item_id
) AS itemsets
