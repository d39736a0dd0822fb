-- corpus_names(name)
-- The names of all corpora, or whether one has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT corpora.corpus AS name
FROM setrisk.corpus AS corpora
WHERE $name IS NULL OR corpora.corpus = $name
ORDER BY name
