-- supports(dataset, size := 2)
-- One row per itemset of `size` items that some transaction of the data set holds.
-- An error where there is no such data set.
-- items VARCHAR[]: the itemset, in item order; support BIGINT: transactions that hold it
SELECT [single.item] AS items, single.support
FROM setrisk.item_supports($dataset) AS single
WHERE $size = 1
UNION ALL
SELECT [name_a.item, name_b.item] AS items, pair.support
FROM setrisk.pair_supports($dataset) AS pair
JOIN setrisk_private.item AS name_a ON name_a.item_id = pair.item_a
JOIN setrisk_private.item AS name_b ON name_b.item_id = pair.item_b
WHERE $size = 2
UNION ALL
SELECT larger.items, larger.support
FROM setrisk.named_larger_itemsets($dataset, $size, $size) AS larger
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CASE WHEN known.dataset <> '' THEN [known.dataset] END, length(known.dataset)
FROM setrisk.known_dataset($dataset) AS known
WHERE known.dataset IS NULL
