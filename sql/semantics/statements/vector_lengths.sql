-- vector_lengths(knowledge)
-- How many words a knowledge source has vectors of, and how long these are.
--
-- row:    one
-- column: n_words BIGINT, words, >= 0
-- column: shortest BIGINT?, components, >= 0: NULL if there are none
-- column: longest BIGINT?, components, >= 0
-- reads:  published
SELECT count(*) AS n_words, min(len(embeddings.vector)) AS shortest, max(len(embeddings.vector)) AS longest
FROM setrisk.embedding AS embeddings
WHERE embeddings.knowledge = $knowledge
