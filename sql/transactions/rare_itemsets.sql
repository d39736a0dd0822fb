-- rare_itemsets(dataset, k, m := 2)
-- One row per itemset of at most m items that 1 to k - 1 transactions hold: whoever knows it of a person narrows the
-- person down to fewer than k transactions. An error where there is no such data set.
--
-- row: one per itemset of at most m items that 1 to k - 1 transactions hold
-- column: items VARCHAR[]: the itemset, in item order
-- column: support BIGINT: transactions that hold it
-- checks: known_dataset($dataset)
-- reads: originals
SELECT [single.item] AS items, single.support
FROM setrisk_internal.item_supports($dataset) AS single
WHERE single.support < $k AND $m >= 1
UNION ALL
SELECT [name_a.item, name_b.item] AS items, pair.support
FROM setrisk_internal.pair_supports($dataset) AS pair
JOIN setrisk_private.item AS name_a ON name_a.item_id = pair.item_a
JOIN setrisk_private.item AS name_b ON name_b.item_id = pair.item_b
WHERE pair.support < $k AND $m >= 2
UNION ALL
SELECT larger.items, larger.support
FROM setrisk_internal.named_larger_itemsets($dataset, 3, $m) AS larger
WHERE larger.support < $k
