-- shuffled_transactions(clusters, shuffling_key)
-- One row per transaction of the table `clusters` (tid, cluster), for the owner, with a number that does not tell it.
-- cluster INTEGER; tid BIGINT; record BIGINT: from 1, over all clusters
-- internal
-- duckdb only: query_table
SELECT
    homes.cluster,
    homes.tid,
    row_number() OVER (ORDER BY setrisk.shuffled_place($shuffling_key, homes.tid), homes.tid) AS record
FROM query_table($clusters) AS homes
