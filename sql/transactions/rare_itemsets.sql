-- rare_itemsets(dataset, k, m := 2)
-- The itemsets that fewer than k transactions contain. They have up to `m` items, and at least one transaction of the
-- data set contains them. An attacker who knows that a person has such an itemset can narrow that person down to fewer
-- than `k` transactions, so a data set without any is k^m-anonymous.
--
-- parameter: dataset: a loaded data set
-- parameter: k: the support from which an itemset is not rare
-- parameter: m: the largest number of items in an itemset
-- row: one per itemset of 1 to `m` items that 1 to `k` - 1 transactions contain
-- column: items VARCHAR[]: the itemset, in the order of the item numbers
-- column: support BIGINT, transactions, >= 1: those that contain the itemset
-- checks: known_dataset($dataset)
-- checks: at_least('k', $k, 2)
-- checks: at_least('m', $m, 1)
-- reads: originals
-- source: THESIS Definition 6; DISASSOC Definition 1
-- page: transactions.md
-- example: FROM setrisk.rare_itemsets('visits', k := 5) ORDER BY support, items
SELECT [single_items.item] AS items, single_items.support
FROM setrisk_internal.item_supports($dataset) AS single_items
WHERE single_items.support < $k AND $m >= 1
UNION ALL
SELECT [name_a.item, name_b.item] AS items, pairs.support
FROM setrisk_internal.pair_supports($dataset) AS pairs
JOIN setrisk_private.item AS name_a ON name_a.item_id = pairs.item_a
JOIN setrisk_private.item AS name_b ON name_b.item_id = pairs.item_b
WHERE pairs.support < $k AND $m >= 2
UNION ALL
SELECT larger_itemsets.items, larger_itemsets.support
FROM setrisk_internal.named_larger_itemsets($dataset, 3, $m) AS larger_itemsets
WHERE larger_itemsets.support < $k
