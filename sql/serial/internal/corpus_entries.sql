-- corpus_entries(dataset, corpus)
-- One row per item of the transactions that a corpus has of a data set, for the owner. corpus: a table of tid, in the
-- corpus, and source_tid, in the data set.
--
-- row: one per item of the transactions that a corpus has of a data set, for the owner
-- column: tid BIGINT
-- column: position INTEGER
-- column: item_id INTEGER
-- reads: originals
-- duckdb only: query_table
SELECT drawn.tid, entries.position, entries.item_id
FROM query_table($corpus) AS drawn
JOIN setrisk_private.transaction_item AS entries ON entries.tid = drawn.source_tid AND entries.dataset = $dataset
ORDER BY drawn.tid, entries.position
