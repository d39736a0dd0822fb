-- item_supports(dataset)
-- One row per item of the data set.
-- An error where there is no such data set.
-- item_id INTEGER; item VARCHAR; support BIGINT: transactions that hold it
SELECT counted.item_id, names.item, counted.support
FROM (
    SELECT held.item_id, count(*) AS support
    FROM setrisk_private.transaction_item AS held
    WHERE held.dataset = $dataset
    GROUP BY held.item_id
) AS counted
JOIN setrisk_private.item AS names ON names.item_id = counted.item_id
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CAST(length(known.dataset) AS INTEGER), known.dataset, length(known.dataset)
FROM setrisk.known_dataset($dataset) AS known
WHERE known.dataset IS NULL
