-- sub_records(shown, shuffling_key)
-- One row per transaction and term that a chunk shows of it, for the owner. `shown` is a table of such rows (tid,
-- item_id, home, chunk). Sub-records of a chunk are numbered in the order of a keyed hash, of its own for each chunk:
-- who has not the key can neither tell the transaction nor link two chunks.
--
-- row: one per transaction and term that a chunk shows of it, for the owner
-- column: home INTEGER: the cluster or joint cluster
-- column: chunk INTEGER
-- column: tid BIGINT
-- column: item_id INTEGER
-- column: record BIGINT, >= 1
-- reads: nothing
-- duckdb only: query_table
SELECT
    placed.home,
    placed.chunk,
    placed.tid,
    placed.item_id,
    dense_rank() OVER (PARTITION BY placed.home, placed.chunk ORDER BY placed.place, placed.tid) AS record
FROM (
    SELECT
        entries.home,
        entries.chunk,
        entries.tid,
        entries.item_id,
        setrisk_internal.shuffled_place(
            $shuffling_key, entries.home || '/' || entries.chunk || '/' || entries.tid
        ) AS place
    FROM query_table($shown) AS entries
) AS placed
