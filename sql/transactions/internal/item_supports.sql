-- item_supports(dataset)
-- One row per item of the data set. An error where there is no such data set.
--
-- row: one per item of the data set
-- column: item_id INTEGER
-- column: item VARCHAR
-- column: support BIGINT: transactions that hold it
-- checks: known_dataset($dataset)
-- reads: originals
SELECT counted.item_id, names.item, counted.support
FROM (
    SELECT held.item_id, count(*) AS support
    FROM setrisk_private.transaction_item AS held
    WHERE held.dataset = $dataset
    GROUP BY held.item_id
) AS counted
JOIN setrisk_private.item AS names ON names.item_id = counted.item_id
