-- whatif_results(grid)
-- One row per release of a grid that `whatif` has tried, for the owner: how it was made, who is at risk in it, what it has cost.
-- An error where there is no grid of that name.
-- cell INTEGER: from 1; method VARCHAR; parameters JSON: what the method was given; runs, queries INTEGER: of utility;
-- at_risk_below INTEGER: the number of candidates below which a record of a generalised or disassociated release is at risk, one
-- for the grid, whatever k its releases have; attacks VARCHAR[]: that were run; worst_attack VARCHAR, share_at_risk, max_score,
-- mean_score, baseline_share DOUBLE, beats_baseline BOOLEAN, coverage, error_low, error_medium, error_high, error, spread DOUBLE,
-- distortions MAP, n_records, n_items BIGINT: as measures has them; marks VARCHAR[]: `series` among them where
-- comparing it with the others of its series puts people at risk; seconds DOUBLE: to make it; release
-- VARCHAR: its name, where it was kept; failure VARCHAR: why there is nothing else in the row, NULL where there is
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
FROM setrisk.known_grid($grid) AS known
JOIN setrisk_private.whatif_cell AS tried ON tried.grid = known.grid
