-- sub_records(dataset, clusters, terms, shuffling_key)
-- One row per transaction and chunk that shows something of it, for the owner: where each of its terms is published.
-- `clusters` is a table (tid, cluster); `terms` a table (cluster, item_id, home, chunk), chunk 0 the term chunk.
-- Sub-records of a chunk are numbered in the order of a keyed hash, of its own for each chunk: who has not the key can
-- neither tell the transaction nor link two chunks.
-- home INTEGER: the cluster or joint cluster; chunk INTEGER; tid BIGINT; record BIGINT: from 1; items INTEGER[]
-- internal
-- duckdb only: query_table
SELECT
    shown.home,
    shown.chunk,
    shown.tid,
    row_number() OVER (
        PARTITION BY shown.home, shown.chunk
        ORDER BY sha256($shuffling_key || '/' || shown.home || '/' || shown.chunk || '/' || shown.tid)
    ) AS record,
    shown.items
FROM (
    SELECT places.home, places.chunk, held.tid, list(held.item_id) AS items
    FROM setrisk_private.transaction_item AS held
    JOIN query_table($clusters) AS homes ON homes.tid = held.tid
    JOIN query_table($terms) AS places ON places.cluster = homes.cluster AND places.item_id = held.item_id
    WHERE held.dataset = $dataset AND places.chunk > 0
    GROUP BY places.home, places.chunk, held.tid
) AS shown
