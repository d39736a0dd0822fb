-- item_supports(dataset)
-- How many transactions of a data set contain each of its items.
--
-- row: one per item of the data set
-- column: item_id INTEGER
-- column: item VARCHAR
-- column: support BIGINT, transactions, >= 1: those that contain the item
-- checks: known_dataset($dataset)
-- reads: originals
SELECT supports.item_id, names.item, supports.support
FROM (
    SELECT entries.item_id, count(*) AS support
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = $dataset
    GROUP BY entries.item_id
) AS supports
JOIN setrisk_private.item AS names ON names.item_id = supports.item_id
