-- cell_counts(grid)
-- How many releases a grid asked for, and how many of them could not be made or attacked.
--
-- row:    one
-- column: n_failed BIGINT, releases, >= 0
-- column: n_cells BIGINT, releases, >= 1
-- reads:  originals
SELECT count(results.failure) AS n_failed, count(*) AS n_cells
FROM setrisk.whatif_results($grid) AS results
