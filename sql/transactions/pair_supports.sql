-- pair_supports(dataset)
-- One row per pair of items that some transaction of the data set holds.
-- An error where there is no such data set.
-- item_a INTEGER < item_b INTEGER; support BIGINT: transactions that hold both
SELECT one.item_id AS item_a, other.item_id AS item_b, count(*) AS support
FROM setrisk_private.transaction_item AS one
JOIN setrisk_private.transaction_item AS other ON other.tid = one.tid AND other.item_id > one.item_id
WHERE one.dataset = $dataset AND other.dataset = $dataset
GROUP BY one.item_id, other.item_id
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CAST(length(known.dataset) AS INTEGER), CAST(length(known.dataset) AS INTEGER), length(known.dataset)
FROM setrisk.known_dataset($dataset) AS known
WHERE known.dataset IS NULL
