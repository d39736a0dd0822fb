-- tried_releases(grid)
-- The releases of a grid that were made and attacked, the least distorted first.
--
-- row:    one per release
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: method VARCHAR
-- column: parameters JSON: without its seed, so that readers cannot repeat the random draws
-- column: marks VARCHAR[]
-- column: at_risk_below INTEGER, candidates, >= 2
-- column: worst_attack VARCHAR?
-- column: share_at_risk DOUBLE?, fraction, 0 to 1: NULL if no attack was run that could put anyone at risk
-- column: baseline_share DOUBLE?, fraction, 0 to 1
-- column: beats_baseline BOOLEAN?
-- column: coverage DOUBLE?, fraction, 0 to 1
-- column: mean_score DOUBLE?, fraction, 0 to 1
-- column: highest_score DOUBLE?, fraction, 0 to 1
-- column: error DOUBLE?, 0 to 2
-- column: spread DOUBLE?, >= 0
-- reads:  originals
-- duckdb only: json_merge_patch
SELECT
    results.cell,
    results.method,
    json_merge_patch(results.parameters, '{"seed": null}') AS parameters,
    results.marks,
    results.at_risk_below,
    results.worst_attack,
    results.share_at_risk,
    results.baseline_share,
    results.beats_baseline,
    results.coverage,
    results.mean_score,
    results.highest_score,
    results.error,
    results.spread
FROM setrisk.whatif_results($grid) AS results
WHERE results.failure IS NULL
ORDER BY results.error, results.cell
