-- itemset_histogram(dataset)
-- One row per distinct transaction of the data set, empty ones left out.
-- items INTEGER[]: item numbers, ascending; occurrences BIGINT: transactions that are equal to it
SELECT transactions.items, count(*) AS occurrences
FROM (
    SELECT held.tid, list_sort(list(held.item_id)) AS items
    FROM setrisk_private.transaction_item AS held
    WHERE held.dataset = $dataset
    GROUP BY held.tid
) AS transactions
GROUP BY transactions.items
