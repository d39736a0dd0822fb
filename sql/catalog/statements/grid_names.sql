-- grid_names()
-- The names of all what-if grids.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     originals
SELECT DISTINCT cells.grid AS name
FROM setrisk_private.whatif_cell AS cells
ORDER BY name
