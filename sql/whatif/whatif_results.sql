-- whatif_results(grid)
-- One row per release of a grid that `whatif` has tried, for the owner: how it was made, who is at risk in it, what it
-- has cost. An error where there is no grid of that name.
--
-- row: one per release of a grid that `whatif` has tried, for the owner
-- column: cell INTEGER, >= 1
-- column: method VARCHAR
-- column: parameters JSON: what the method was given
-- column: runs INTEGER: of utility
-- column: queries INTEGER: of utility
-- column: at_risk_below INTEGER: the number of candidates below which a record of a generalised or disassociated
--     release is at risk, one for the grid, whatever k its releases have
-- column: attacks VARCHAR[]: that were run
-- column: worst_attack VARCHAR: share_at_risk, max_score, mean_score, baseline_share DOUBLE, beats_baseline BOOLEAN,
--     coverage, error_low, error_medium, error_high, error, spread DOUBLE, distortions MAP, n_records, n_items BIGINT:
--     as measures has them
-- column: share_at_risk DOUBLE
-- column: max_score DOUBLE
-- column: mean_score DOUBLE
-- column: baseline_share DOUBLE
-- column: beats_baseline BOOLEAN
-- column: coverage DOUBLE
-- column: error_low DOUBLE
-- column: error_medium DOUBLE
-- column: error_high DOUBLE
-- column: error DOUBLE
-- column: spread DOUBLE
-- column: distortions MAP(VARCHAR, DOUBLE)
-- column: n_records BIGINT
-- column: n_items BIGINT
-- column: marks VARCHAR[]: `series` among them where comparing it with the others of its series puts people at risk
-- column: seconds DOUBLE: to make it
-- column: release VARCHAR: its name, where it was kept
-- column: failure VARCHAR?: why there is nothing else in the row, NULL where there is
-- reads: originals
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
FROM setrisk_internal.known_grid($grid) AS known
JOIN setrisk_private.whatif_cell AS tried ON tried.grid = known.grid
