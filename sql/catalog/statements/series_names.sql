-- series_names(name)
-- The names of all series, or whether one has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT DISTINCT members.series AS name
FROM setrisk.series AS members
WHERE $name IS NULL OR members.series = $name
ORDER BY name
