-- exported_of_grid(grid)
-- The releases of the data set of a grid that were exported, here or gone.
--
-- row:    one per release and day
-- column: title VARCHAR: its name, and the day on which it was exported
-- reads:  originals
SELECT DISTINCT runs.release || ' (on ' || CAST(CAST(runs.exported_at AS DATE) AS VARCHAR) || ')' AS title
FROM setrisk_private.export_run AS runs
JOIN setrisk_private.whatif_cell AS cells ON cells.dataset = runs.dataset
WHERE cells.grid = $grid
ORDER BY title
