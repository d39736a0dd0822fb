-- store_vectors(knowledge)
-- Store the word vectors that were trained for an embedding.
--
-- reads:  nothing
-- writes: setrisk.embedding
-- stages: _setrisk_vectors(word, vector): the trained vectors
INSERT INTO setrisk.embedding (knowledge, word, vector)
SELECT $knowledge, vectors.word, vectors.vector
FROM _setrisk_vectors AS vectors
