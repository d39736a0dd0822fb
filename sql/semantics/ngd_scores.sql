-- ngd_scores(corpus, pairs)
-- One row per pair of the list `pairs` (structs item_a, item_b), scored by minus their NGD, so that highest is best. A
-- pair that no document holds counts as half a document, so that the score is finite.
--
-- row: one per pair of the list `pairs` (structs item_a, item_b), scored by minus their NGD, so that highest is best
-- column: item_a VARCHAR
-- column: item_b VARCHAR
-- column: score DOUBLE?: NULL where the corpus does not know a term
-- reads: published
SELECT counted.item_a, counted.item_b, -setrisk.ngd(counted.fx, counted.fy, greatest(counted.fxy, 0.5), counted.n) AS score
FROM setrisk_internal.pair_hits($corpus, $pairs) AS counted
