-- grid_names(name)
-- The names of all what-if grids, or whether one has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     originals
SELECT DISTINCT cells.grid AS name
FROM setrisk_private.whatif_cell AS cells
WHERE $name IS NULL OR cells.grid = $name
ORDER BY name
