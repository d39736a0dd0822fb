-- supports(dataset, size := 2)
-- One row per itemset of `size` items that some transaction of the data set holds. An error where there is no such data
-- set.
--
-- row: one per itemset of `size` items that some transaction of the data set holds
-- column: items VARCHAR[]: the itemset, in item order
-- column: support BIGINT: transactions that hold it
-- checks: known_dataset($dataset)
-- reads: originals
SELECT [single.item] AS items, single.support
FROM setrisk_internal.item_supports($dataset) AS single
WHERE $size = 1
UNION ALL
SELECT [name_a.item, name_b.item] AS items, pair.support
FROM setrisk_internal.pair_supports($dataset) AS pair
JOIN setrisk_private.item AS name_a ON name_a.item_id = pair.item_a
JOIN setrisk_private.item AS name_b ON name_b.item_id = pair.item_b
WHERE $size = 2
UNION ALL
SELECT larger.items, larger.support
FROM setrisk_internal.named_larger_itemsets($dataset, $size, $size) AS larger
