-- failed_releases(grid)
-- The releases of a grid that failed, or were not tried.
--
-- row:    one per release
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: method VARCHAR
-- column: parameters JSON: without its seed, so that readers cannot repeat the random draws
-- column: at_risk_below INTEGER, candidates, >= 2
-- column: failure VARCHAR
-- reads:  originals
-- duckdb only: json_merge_patch
SELECT
    results.cell,
    results.method,
    json_merge_patch(results.parameters, '{"seed": null}') AS parameters,
    results.at_risk_below,
    results.failure
FROM setrisk.whatif_results($grid) AS results
WHERE results.failure IS NOT NULL
ORDER BY results.cell
