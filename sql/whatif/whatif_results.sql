-- whatif_results(grid)
-- What a what-if grid has tried: how each release was made, who is at risk in it, and how far it distorts the data.
--
-- parameter: grid: the name that the grid was given, or got
-- row: one per release that was tried
-- column: cell INTEGER, >= 1: the number of the release in the grid
-- column: method VARCHAR: the method that made the release
-- column: parameters JSON: the parameters of the method
-- column: runs INTEGER, >= 1: reconstructions per release by which the error was measured
-- column: queries INTEGER, >= 1: counting queries per band by which the error was measured
-- column: at_risk_below INTEGER, >= 1: a record of a generalised or disassociated release with fewer candidates than
--     this
--     is at risk, whatever its own k
-- column: attacks VARCHAR[]?: the attacks that were run
-- column: worst_attack VARCHAR?: the attack that puts most records at risk; NULL if none was run
-- column: share_at_risk DOUBLE?, 0 to 1: fraction of the records that this attack puts at risk
-- column: max_score DOUBLE?, 0 to 1: the highest score that any attack gives a record
-- column: mean_score DOUBLE?, 0 to 1: the mean score that the worst attack gives a record
-- column: baseline_share DOUBLE?, 0 to 1: fraction of the records at risk by guessing; NULL if guessing was not tried
-- column: beats_baseline BOOLEAN?: whether the best attack puts more records at risk than guessing; NULL if unknown
-- column: coverage DOUBLE?, 0 to 1: fraction of the rare itemsets that the promise of the release is about
-- column: error_low DOUBLE?, 0 to 2: mean error of counting queries on rare pairs; NULL if there is no such pair
-- column: error_medium DOUBLE?, 0 to 2: the same on pairs of medium support
-- column: error_high DOUBLE?, 0 to 2: the same on frequent pairs
-- column: error DOUBLE?, 0 to 2: the same over all pairs
-- column: spread DOUBLE?, >= 0: how far the error differs between reconstructions of the release
-- column: distortions MAP(VARCHAR, DOUBLE)?: what setrisk.distortions measures, by its name
-- column: n_records BIGINT?, records, >= 0: published records
-- column: n_items BIGINT?, items, >= 0: published item names
-- column: marks VARCHAR[]?: the marks of the release, and `series` if comparing the releases of its series puts people
--     at risk
-- column: seconds DOUBLE?, seconds, >= 0: how long it took to make the release
-- column: release VARCHAR?: the name of the release if it was kept
-- column: failure VARCHAR?: why there is no release, and nothing else in the row; NULL if there is one
-- checks: known_grid($grid)
-- reads: originals
-- example: FROM setrisk.whatif_results('visits 1')
SELECT
    tried.cell,
    tried.method,
    tried.parameters,
    tried.runs,
    tried.queries,
    tried.at_risk_below,
    tried.attacks,
    tried.worst_attack,
    tried.share_at_risk,
    tried.max_score,
    tried.mean_score,
    tried.baseline_share,
    tried.beats_baseline,
    tried.coverage,
    tried.error_low,
    tried.error_medium,
    tried.error_high,
    tried.error,
    tried.spread,
    tried.distortions,
    tried.n_records,
    tried.n_items,
    tried.marks,
    tried.seconds,
    tried.release,
    tried.failure
FROM setrisk_private.whatif_cell AS tried
WHERE tried.grid = $grid
