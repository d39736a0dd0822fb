-- recommended_releases(grid, max_at_risk, max_score, min_coverage, max_error, max_narrowing, max_inference, max_linkability, max_singling_out, known)
-- The releases of a grid that keep the limits, the least distorted first, or those that come nearest to keeping them.
--
-- parameter: max_at_risk: NULL for no such limit
-- parameter: max_score: NULL for no such limit
-- parameter: max_narrowing: NULL for no such limit, as for the next three
-- parameter: known: numbers of known items; NULL for the default
-- row:    one per release
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: method VARCHAR
-- column: parameters JSON: without its seed, so that readers cannot repeat the random draws
-- column: is_within BOOLEAN?
-- column: excess DOUBLE, >= 0
-- column: worst_attack VARCHAR
-- column: share_at_risk DOUBLE?, fraction, 0 to 1
-- column: beats_baseline BOOLEAN?
-- column: coverage DOUBLE, fraction, 0 to 1
-- column: highest_score DOUBLE?, fraction, 0 to 1
-- column: narrowing DOUBLE?, fraction, 0 to 1
-- column: inference DOUBLE?, fraction, 0 to 1
-- column: linkability DOUBLE?, fraction, 0 to 1
-- column: singling_out DOUBLE?, fraction, 0 to 1
-- column: error DOUBLE?, 0 to 2
-- column: marks VARCHAR[]
-- reads:  originals
-- duckdb only: json_merge_patch
SELECT
    releases.* EXCLUDE (release, baseline_share, spread, left_out_attack)
    REPLACE (json_merge_patch(parameters, '{"seed": null}') AS parameters)
FROM setrisk.recommended(
    $grid,
    max_at_risk := $max_at_risk,
    max_score := $max_score,
    min_coverage := $min_coverage,
    max_error := $max_error,
    max_narrowing := $max_narrowing,
    max_inference := $max_inference,
    max_linkability := $max_linkability,
    max_singling_out := $max_singling_out,
    known := $known
) AS releases
