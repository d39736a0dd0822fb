-- pair_supports(dataset)
-- How many transactions of a data set contain each pair of its items. Pairs that no transaction contains are left out.
--
-- row: one per pair of items that at least one transaction contains
-- column: item_a INTEGER: the item of the pair with the lower number
-- column: item_b INTEGER: the item of the pair with the higher number
-- column: support BIGINT, transactions, >= 1: those that contain both items
-- checks: known_dataset($dataset)
-- reads: originals
SELECT entries_a.item_id AS item_a, entries_b.item_id AS item_b, count(*) AS support
FROM setrisk_private.transaction_item AS entries_a
JOIN setrisk_private.transaction_item AS entries_b
    ON entries_b.tid = entries_a.tid AND entries_b.item_id > entries_a.item_id
WHERE entries_a.dataset = $dataset AND entries_b.dataset = $dataset
GROUP BY entries_a.item_id, entries_b.item_id
