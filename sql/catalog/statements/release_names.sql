-- release_names()
-- The names of all releases.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT releases.release AS name
FROM setrisk.release AS releases
ORDER BY name
