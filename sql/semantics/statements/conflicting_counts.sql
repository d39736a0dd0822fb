-- conflicting_counts(corpus)
-- A term or pair of which the imported counts of a corpus give several numbers of documents.
--
-- row:    one, the first in the order of names, or none
-- column: item_a VARCHAR
-- column: item_b VARCHAR?: NULL for a single term
-- column: lowest DOUBLE, documents, >= 0: the lowest of its counts
-- column: highest DOUBLE, documents, >= 0: the highest
-- reads:  published
SELECT counts.item_a, counts.item_b, min(counts.hits) AS lowest, max(counts.hits) AS highest
FROM setrisk.corpus_hits AS counts
WHERE counts.corpus = $corpus
GROUP BY counts.item_a, counts.item_b
HAVING count(*) > 1
ORDER BY ALL
LIMIT 1
