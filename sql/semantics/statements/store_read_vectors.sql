-- store_read_vectors(knowledge)
-- Store the word vectors that are being read; of several for a word, the first.
--
-- stages: _setrisk_read(line, word, vector): the vectors
-- writes: setrisk.embedding
-- duckdb only: arg_min
INSERT INTO setrisk.embedding (knowledge, word, vector)
SELECT $knowledge, vectors.word, arg_min(vectors.vector, vectors.line)
FROM _setrisk_read AS vectors
GROUP BY vectors.word
