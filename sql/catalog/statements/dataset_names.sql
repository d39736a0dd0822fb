-- dataset_names()
-- The names of all data sets.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     originals
SELECT datasets.dataset AS name
FROM setrisk_private.dataset AS datasets
ORDER BY name
