-- shuffled_transactions(clusters, shuffling_key)
-- One row per transaction of the table `clusters` (tid, cluster), for the owner, with a number that does not tell it.
--
-- row: one per transaction of the table `clusters` (tid, cluster), for the owner, with a number that does not tell it
-- column: cluster INTEGER
-- column: tid BIGINT
-- column: record BIGINT: from 1, over all clusters
-- reads: nothing
-- duckdb only: query_table
SELECT
    homes.cluster,
    homes.tid,
    row_number() OVER (ORDER BY setrisk_internal.shuffled_place($shuffling_key, homes.tid), homes.tid) AS record
FROM query_table($clusters) AS homes
