-- pair_supports(dataset)
-- One row per pair of items that some transaction of the data set holds. An error where there is no such data set.
--
-- row: one per pair of items that some transaction of the data set holds
-- column: item_a INTEGER: < item_b INTEGER
-- column: item_b INTEGER
-- column: support BIGINT: transactions that hold both
-- checks: known_dataset($dataset)
-- reads: originals
SELECT one.item_id AS item_a, other.item_id AS item_b, count(*) AS support
FROM setrisk_private.transaction_item AS one
JOIN setrisk_private.transaction_item AS other ON other.tid = one.tid AND other.item_id > one.item_id
WHERE one.dataset = $dataset AND other.dataset = $dataset
GROUP BY one.item_id, other.item_id
