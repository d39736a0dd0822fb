-- store_embedding_scores(knowledge)
-- Score the pairs of terms in the variable _setrisk_pairs by an embedding, and store the scores.
--
-- reads:  published
-- writes: setrisk.similarity
-- duckdb only: getvariable
INSERT INTO setrisk.similarity
SELECT $knowledge, scores.item_a, scores.item_b, scores.score
FROM setrisk.embedding_scores($knowledge, getvariable('_setrisk_pairs')) AS scores
