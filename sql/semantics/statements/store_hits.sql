-- store_hits(corpus)
-- Store the document counts that are being read, and count them.
--
-- stages: _setrisk_read(item_a, item_b, hits): the counts
-- row:    one
-- column: counts BIGINT, >= 0
-- column: documents BIGINT?: NULL, since they do not say of how many documents they are
-- reads: published
-- writes: setrisk.corpus_hits
INSERT INTO setrisk.corpus_hits (corpus, item_a, item_b, hits)
SELECT $corpus, counts.item_a, counts.item_b, counts.hits
FROM _setrisk_read AS counts;

SELECT count(*) AS counts, CAST(NULL AS BIGINT) AS documents
FROM setrisk.corpus_hits AS counts
WHERE counts.corpus = $corpus
