-- usual_settings(release)
-- The settings by which most of what was tried on the data set of a release was measured. Only what is measured with
-- the same settings can be compared.
--
-- row:    one, or none if nothing was tried
-- column: reconstructions BIGINT, >= 1
-- column: pairs BIGINT, >= 1
-- column: at_risk_below INTEGER, candidates, >= 2
-- reads:  originals
SELECT cells.reconstructions, cells.pairs, cells.at_risk_below
FROM setrisk_private.whatif_cell AS cells
JOIN setrisk.release AS releases ON releases.dataset = cells.dataset
WHERE releases.release = $release AND cells.failure IS NULL
GROUP BY ALL
ORDER BY count(*) DESC, cells.reconstructions, cells.pairs, cells.at_risk_below
LIMIT 1
