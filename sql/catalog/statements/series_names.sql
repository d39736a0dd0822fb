-- series_names()
-- The names of all series.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT DISTINCT members.series AS name
FROM setrisk.series AS members
ORDER BY name
