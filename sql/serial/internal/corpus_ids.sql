-- corpus_ids(dataset, corpus)
-- One row per transaction of a corpus, with the id that it has in the data set, or its number there, for the owner.
-- corpus: a table of tid, in the corpus, and source_tid, in the data set.
--
-- row: one per transaction of a corpus, with the id that it has in the data set, or its number there, for the owner
-- column: tid BIGINT
-- column: id VARCHAR
-- reads: originals
-- duckdb only: query_table
SELECT drawn.tid, coalesce(given.id, CAST(drawn.source_tid AS VARCHAR)) AS id
FROM query_table($corpus) AS drawn
LEFT JOIN setrisk_private.transaction_id AS given ON given.tid = drawn.source_tid AND given.dataset = $dataset
ORDER BY drawn.tid
