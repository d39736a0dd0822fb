-- private_copies(dataset, release, homes)
-- One row per private term and cluster whose records hold it, for the owner. homes: a table of tid and cluster.
--
-- row: one per private term and cluster whose records hold it, for the owner
-- column: item_id INTEGER
-- column: cluster INTEGER
-- column: copies BIGINT
-- reads: originals
-- duckdb only: query_table
SELECT entries.item_id, places.cluster, count(*) AS copies
FROM setrisk_private.transaction_item AS entries
JOIN setrisk_private.private_item AS hidden ON hidden.item_id = entries.item_id
JOIN query_table($homes) AS places ON places.tid = entries.tid
WHERE entries.dataset = $dataset AND hidden.release = $release
GROUP BY entries.item_id, places.cluster
