-- untried_cells(grid)
-- The releases of a grid that were not tried.
--
-- row:    one per release
-- column: cell INTEGER, >= 1
-- reads:  originals
SELECT cells.cell
FROM setrisk_private.whatif_cell AS cells
WHERE cells.grid = $grid AND NOT cells.is_tried
ORDER BY cells.cell
