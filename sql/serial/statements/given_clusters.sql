-- given_clusters(partition, dataset)
-- The clusters of a table of the user, by the ids with which transactions were loaded, in order.
--
-- parameter: partition: of the table, which has the columns id and cluster
-- row:    one per row of the table that names a transaction
-- column: tid BIGINT, >= 1
-- column: cluster VARCHAR?: of any type
-- reads:  originals
-- duckdb only: query_table
SELECT ids.tid, clusters.cluster
FROM query_table($partition) AS clusters
JOIN setrisk_private.transaction_id AS ids ON ids.id = CAST(clusters.id AS VARCHAR) AND ids.dataset = $dataset
ORDER BY 1
