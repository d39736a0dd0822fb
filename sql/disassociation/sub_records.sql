-- sub_records(dataset, clusters, terms, shuffling_key)
-- One row per transaction and term that a chunk shows of it, for the owner. `clusters` is a table (tid, cluster);
-- `terms` a table (cluster, item_id, home, chunk): where each term is published, chunk 0 the term chunk. Sub-records of
-- a chunk are numbered in the order of a keyed hash, of its own for each chunk: who has not the key can neither tell the
-- transaction nor link two chunks.
-- home INTEGER: the cluster or joint cluster; chunk INTEGER; tid BIGINT; item_id INTEGER; record BIGINT: from 1
-- internal
-- duckdb only: query_table
WITH homed AS MATERIALIZED ( -- or the two tables are joined first, to all terms of its cluster for each transaction
    SELECT held.tid, held.item_id, homes.cluster
    FROM setrisk_private.transaction_item AS held
    JOIN query_table($clusters) AS homes ON homes.tid = held.tid
    WHERE held.dataset = $dataset
),

shown AS (
    SELECT
        places.home,
        places.chunk,
        homed.tid,
        homed.item_id,
        setrisk.shuffled_place($shuffling_key, places.home || '/' || places.chunk || '/' || homed.tid) AS place
    FROM homed
    JOIN query_table($terms) AS places ON places.cluster = homed.cluster AND places.item_id = homed.item_id
    WHERE places.chunk > 0
)

SELECT
    shown.home,
    shown.chunk,
    shown.tid,
    shown.item_id,
    dense_rank() OVER (PARTITION BY shown.home, shown.chunk ORDER BY shown.place, shown.tid) AS record
FROM shown
