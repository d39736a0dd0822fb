-- common_items(dataset, n_items)
-- What the transactions of a data set have of its most common items.
--
-- parameter: n_items: how many of the most common items
-- row:    one per transaction that has one of them
-- column: items VARCHAR[]
-- reads:  originals
SELECT list(items.item) AS items
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.item AS items ON items.item_id = entries.item_id
WHERE entries.dataset = $dataset
    AND items.item IN (
        SELECT supports.item
        FROM setrisk_internal.item_supports($dataset) AS supports
        ORDER BY supports.support DESC, supports.item
        LIMIT $n_items
    )
GROUP BY entries.tid
