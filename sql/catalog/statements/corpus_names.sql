-- corpus_names()
-- The names of all corpora.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT corpora.corpus AS name
FROM setrisk.corpus AS corpora
ORDER BY name
