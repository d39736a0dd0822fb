-- delete_grid(grid)
-- Delete what was found of a what-if grid.
--
-- writes: setrisk_private.whatif_assessed_attack setrisk_private.whatif_cell
DELETE FROM setrisk_private.whatif_assessed_attack AS rows WHERE rows.grid = $grid;

DELETE FROM setrisk_private.whatif_cell AS rows WHERE rows.grid = $grid
