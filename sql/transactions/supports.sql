-- supports(dataset, size := 2)
-- How many transactions contain each itemset. That number is the support of the itemset. Itemsets that no transaction
-- contains are left out.
--
-- parameter: dataset: a loaded data set
-- parameter: size: number of items in each itemset, from 1
-- row: one per itemset of `size` items that at least one transaction contains
-- column: items VARCHAR[]: the itemset, in the order of the item numbers
-- column: support BIGINT, transactions, >= 1: those that contain the itemset
-- checks: known_dataset($dataset)
-- checks: at_least('size', $size, 1)
-- reads: originals
-- source: CONTEXT Definition 3.1; THESIS Definition 12
-- page: transactions.md
-- example: FROM setrisk.supports('visits', size := 1) ORDER BY support DESC, items LIMIT 10
SELECT [single_items.item] AS items, single_items.support
FROM setrisk_internal.item_supports($dataset) AS single_items
WHERE $size = 1
UNION ALL
SELECT [name_a.item, name_b.item] AS items, pairs.support
FROM setrisk_internal.pair_supports($dataset) AS pairs
JOIN setrisk_private.item AS name_a ON name_a.item_id = pairs.item_a
JOIN setrisk_private.item AS name_b ON name_b.item_id = pairs.item_b
WHERE $size = 2
UNION ALL
SELECT larger_itemsets.items, larger_itemsets.support
FROM setrisk_internal.named_larger_itemsets(
    $dataset, CAST($size AS BIGINT), CAST($size AS BIGINT)
) AS larger_itemsets
