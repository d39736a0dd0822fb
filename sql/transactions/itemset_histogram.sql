-- itemset_histogram(dataset)
-- One row per distinct transaction of the data set, empty ones left out.
-- An error where there is no such data set.
-- items INTEGER[]: item numbers, ascending; occurrences BIGINT: transactions that are equal to it
SELECT transactions.items, count(*) AS occurrences
FROM (
    SELECT held.tid, list_sort(list(held.item_id)) AS items
    FROM setrisk_private.transaction_item AS held
    WHERE held.dataset = $dataset
    GROUP BY held.tid
) AS transactions
GROUP BY transactions.items
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT CASE WHEN known.dataset <> '' THEN [CAST(length(known.dataset) AS INTEGER)] END, length(known.dataset)
FROM setrisk.known_dataset($dataset) AS known
WHERE known.dataset IS NULL
