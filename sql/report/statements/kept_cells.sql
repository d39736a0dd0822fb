-- kept_cells(grid)
-- The releases of a grid that were kept and assessed.
--
-- row:    one per release
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: release VARCHAR
-- reads:  originals
SELECT cells.cell, cells.release
FROM setrisk_private.whatif_cell AS cells
SEMI JOIN setrisk_private.assessed_attack AS attacks ON attacks.release = cells.release
WHERE cells.grid = $grid
ORDER BY cells.cell
