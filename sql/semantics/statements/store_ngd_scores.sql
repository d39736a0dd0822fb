-- store_ngd_scores(knowledge)
-- Score the pairs of terms in the variable _setrisk_pairs by a corpus, and store the scores.
--
-- reads:  published
-- writes: setrisk.similarity
-- duckdb only: getvariable
INSERT INTO setrisk.similarity
SELECT $knowledge, scores.item_a, scores.item_b, scores.score
FROM setrisk.ngd_scores($knowledge, getvariable('_setrisk_pairs')) AS scores
