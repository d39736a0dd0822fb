-- store_ngd_scores(knowledge)
-- Score the staged pairs of terms by a corpus, and store their similarities.
--
-- stages: _setrisk_pairs(item_a, item_b): pairs of terms
-- reads:  published
-- writes: setrisk.similarity
-- duckdb only: getvariable
SET VARIABLE _setrisk_pairs = (
    SELECT list({'item_a': pairs.item_a, 'item_b': pairs.item_b}) FROM _setrisk_pairs AS pairs
);

INSERT INTO setrisk.similarity (knowledge, item_a, item_b, similarity)
SELECT $knowledge, scores.item_a, scores.item_b, scores.similarity
FROM setrisk.ngd_similarities($knowledge, getvariable('_setrisk_pairs')) AS scores;

SET VARIABLE _setrisk_pairs = NULL
