-- newest_grid(dataset)
-- The grid of a data set that was written last.
--
-- row:    one, or none without a grid
-- column: grid VARCHAR
-- reads:  originals
-- duckdb only: rowid
SELECT cells.grid
FROM setrisk_private.whatif_cell AS cells
WHERE cells.dataset = $dataset
ORDER BY cells.rowid DESC
LIMIT 1
