-- release_names(name)
-- The names of all releases, or whether one has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT releases.release AS name
FROM setrisk.release AS releases
WHERE $name IS NULL OR releases.release = $name
ORDER BY name
