-- private_sets(dataset, release)
-- One row per transaction of the data set, with its private items, as the release divides items, for the owner.
--
-- row: one per transaction of the data set, with its private items, as the release divides items, for the owner
-- column: tid BIGINT
-- column: items INTEGER[]: ascending, empty for none
-- reads: originals
-- duckdb only: range in FROM
SELECT numbers.tid, coalesce(held.items, []) AS items
FROM setrisk_private.dataset AS source
CROSS JOIN LATERAL range(1, source.n_transactions + 1) AS numbers(tid)
LEFT JOIN (
    SELECT entries.tid, list_sort(list(entries.item_id)) AS items
    FROM setrisk_private.transaction_item AS entries
    JOIN setrisk_private.private_item AS hidden ON hidden.item_id = entries.item_id AND hidden.release = $release
    WHERE entries.dataset = $dataset
    GROUP BY entries.tid
) AS held ON held.tid = numbers.tid
WHERE source.dataset = $dataset
