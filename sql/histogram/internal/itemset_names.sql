-- itemset_names(release)
-- The names of the items of each published itemset of a histogram.
--
-- row:    one per published itemset that is not empty
-- column: itemset INTEGER[]: item numbers of the release, ascending
-- column: names VARCHAR[]: in the same order
-- reads:  published
WITH itemsets AS (
    SELECT DISTINCT histogram.itemset FROM setrisk.histogram AS histogram WHERE histogram.release = $release
),
item_names AS (
    SELECT names.item_id, names.item FROM setrisk.published_item AS names WHERE names.release = $release
)
SELECT named_itemsets.itemset, named_itemsets.items AS names
FROM setrisk_internal.named_itemsets('itemsets', 'item_names') AS named_itemsets
