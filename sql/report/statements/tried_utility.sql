-- tried_utility(grid)
-- What the releases of a grid keep, and how long they took, the least distorted first.
--
-- row:    one per release that did not fail
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: error_low_support DOUBLE?, 0 to 2
-- column: error_medium_support DOUBLE?, 0 to 2
-- column: error_high_support DOUBLE?, 0 to 2
-- column: distortions MAP(VARCHAR, DOUBLE)?
-- column: n_records BIGINT?, records, >= 0
-- column: n_items BIGINT?, items, >= 0
-- column: seconds DOUBLE?, seconds, >= 0
-- reads:  originals
SELECT
    results.cell,
    results.error_low_support,
    results.error_medium_support,
    results.error_high_support,
    results.distortions,
    results.n_records,
    results.n_items,
    results.seconds
FROM setrisk.whatif_results($grid) AS results
WHERE results.failure IS NULL
ORDER BY results.error, results.cell
