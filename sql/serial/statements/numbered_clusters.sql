-- numbered_clusters(partition)
-- The clusters of a table of the user, by the numbers of transactions, in order.
--
-- parameter: partition: of the table, which has the columns tid and cluster
-- row:    one per row of the table
-- column: tid BIGINT?, >= 1
-- column: cluster VARCHAR?: of any type
-- duckdb only: query_table
SELECT CAST(clusters.tid AS BIGINT) AS tid, clusters.cluster
FROM query_table($partition) AS clusters
ORDER BY 1
