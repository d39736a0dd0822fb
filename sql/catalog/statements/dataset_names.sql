-- dataset_names(name)
-- The names of all data sets, or whether one has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     originals
SELECT datasets.dataset AS name
FROM setrisk_private.dataset AS datasets
WHERE $name IS NULL OR datasets.dataset = $name
ORDER BY name
