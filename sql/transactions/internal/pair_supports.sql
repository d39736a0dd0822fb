-- pair_supports(dataset)
-- How many transactions of a data set contain each pair of its items. Pairs that no transaction contains are left out.
--
-- row: one per pair of items that at least one transaction contains
-- column: item_a INTEGER: the item of the pair with the lower number
-- column: item_b INTEGER: the item of the pair with the higher number
-- column: support BIGINT, transactions, >= 1: those that contain both items
-- checks: known_dataset($dataset)
-- reads: originals
SELECT one.item_id AS item_a, other.item_id AS item_b, count(*) AS support
FROM setrisk_private.transaction_item AS one
JOIN setrisk_private.transaction_item AS other ON other.tid = one.tid AND other.item_id > one.item_id
WHERE one.dataset = $dataset AND other.dataset = $dataset
GROUP BY one.item_id, other.item_id
