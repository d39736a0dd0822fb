-- sensitive_sets(dataset, release)
-- The sensitive items of each transaction of a data set, as a release divides items into sensitive and non-sensitive.
--
-- row:    one per transaction, in their order
-- column: items INTEGER[]: ascending; empty if it has none
-- reads:  originals
SELECT coalesce(sets.items, []) AS items
FROM setrisk_private.dataset AS source
CROSS JOIN LATERAL range(1, source.n_transactions + 1) AS numbers(tid)
LEFT JOIN (
    SELECT entries.tid, list_sort(list(entries.item_id)) AS items
    FROM setrisk_private.transaction_item AS entries
    JOIN setrisk_private.sensitive_item AS sensitive_items
        ON sensitive_items.item_id = entries.item_id AND sensitive_items.release = $release
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
) AS sets ON sets.tid = numbers.tid
WHERE source.dataset = $dataset
ORDER BY numbers.tid
