-- grids_of_dataset(dataset)
-- The grids of releases of a data set.
--
-- row:    one per grid
-- column: grid VARCHAR
-- reads:  originals
SELECT DISTINCT cells.grid
FROM setrisk_private.whatif_cell AS cells
WHERE cells.dataset = $dataset
ORDER BY cells.grid
