-- private_sets(dataset, release)
-- The private items of each transaction of a data set, as a release divides items into private and non-private.
--
-- row:    one per transaction, in their order
-- column: items INTEGER[]: ascending; empty where it has none
-- reads:  originals
SELECT coalesce(sets.items, []) AS items
FROM setrisk_private.dataset AS source
CROSS JOIN LATERAL range(1, source.n_transactions + 1) AS numbers(tid)
LEFT JOIN (
    SELECT entries.tid, list_sort(list(entries.item_id)) AS items
    FROM setrisk_private.transaction_item AS entries
    JOIN setrisk_private.private_item AS private_items
        ON private_items.item_id = entries.item_id AND private_items.release = $release
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
) AS sets ON sets.tid = numbers.tid
WHERE source.dataset = $dataset
ORDER BY numbers.tid
