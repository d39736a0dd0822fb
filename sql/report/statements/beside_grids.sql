-- beside_grids(release, reconstructions, pairs, at_risk_below)
-- A release beside what was tried on its data set and measured with the same settings. Seeds are left out, so that
-- readers cannot repeat the random draws.
--
-- row:    one per release
-- column: cell VARCHAR: grid and number, or 'this'
-- column: method VARCHAR
-- column: parameters JSON
-- column: coverage DOUBLE?, fraction, 0 to 1
-- column: share_at_risk DOUBLE?, fraction, 0 to 1
-- column: error DOUBLE?, 0 to 2
-- reads:  originals
-- duckdb only: json_merge_patch
SELECT
    'this' AS cell,
    'this release' AS method,
    releases.parameters,
    headline.coverage,
    headline.share_at_risk,
    utility.error
FROM setrisk.risk_headline($release, at_risk_below := $at_risk_below) AS headline
JOIN setrisk.release AS releases ON releases.release = $release
LEFT JOIN setrisk.utility($release, reconstructions := $reconstructions, pairs := $pairs) AS utility
    ON utility.band = 'all'
UNION ALL
SELECT
    cells.grid || ' ' || cells.cell AS cell,
    cells.method,
    json_merge_patch(cells.parameters, '{"seed": null}') AS parameters,
    cells.coverage,
    cells.share_at_risk,
    cells.error
FROM setrisk_private.whatif_cell AS cells
JOIN setrisk.release AS releases ON releases.dataset = cells.dataset
WHERE
    releases.release = $release
    AND cells.failure IS NULL
    AND cells.release IS DISTINCT FROM releases.release
    AND cells.reconstructions = $reconstructions
    AND cells.pairs = $pairs
    AND cells.at_risk_below = $at_risk_below
ORDER BY ALL
