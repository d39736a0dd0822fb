-- dataset_of_grid(grid)
-- The data set that the releases of a grid were made of.
--
-- row:    one
-- column: dataset VARCHAR
-- reads:  originals
SELECT any_value(cells.dataset) AS dataset
FROM setrisk_private.whatif_cell AS cells
WHERE cells.grid = $grid
