-- assessed_releases(grid)
-- What limits on what the releases of a grid give away go by, and why it is unknown.
--
-- row:    one per release that did not fail
-- column: cell INTEGER, >= 1: number of the release in the grid
-- column: method VARCHAR
-- column: narrowing DOUBLE?, fraction, 0 to 1
-- column: inference DOUBLE?, fraction, 0 to 1
-- column: linkability DOUBLE?, fraction, 0 to 1
-- column: singling_out DOUBLE?, fraction, 0 to 1
-- column: is_noisy BOOLEAN
-- column: asked_known BIGINT[]?
-- column: assessment_failure VARCHAR?
-- reads:  originals
SELECT
    results.cell,
    results.method,
    results.narrowing,
    results.inference,
    results.linkability,
    results.singling_out,
    setrisk_internal.numeric_parameter(results.parameters, 'epsilon') IS NOT NULL AS is_noisy,
    results.asked_known,
    results.assessment_failure
FROM setrisk.whatif_results($grid) AS results
WHERE results.failure IS NULL
ORDER BY results.cell
