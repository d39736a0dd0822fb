-- store_cell(grid, method, parameters, attacks, release, job, outcome)
-- Store what is known of a release of a what-if grid, in place of what was stored before.
--
-- parameter: parameters: what the method was given, as JSON
-- parameter: attacks: methods of the attacks
-- parameter: release: its name if it is kept, otherwise NULL
-- parameter: job: a struct with cell, dataset, runs, queries and at_risk_below
-- parameter: outcome: a struct with the remaining columns; the keys and values of distortions are two lists,
--     distortions and distortion_values
-- writes:    setrisk_private.whatif_cell
INSERT OR REPLACE INTO setrisk_private.whatif_cell BY NAME
SELECT
    $grid AS grid,
    $method AS method,
    $parameters AS parameters,
    $attacks AS attacks,
    $release AS release,
    entry.job.cell AS cell,
    entry.job.dataset AS dataset,
    entry.job.runs AS runs,
    entry.job.queries AS queries,
    entry.job.at_risk_below AS at_risk_below,
    entry.outcome.worst_attack AS worst_attack,
    entry.outcome.share_at_risk AS share_at_risk,
    entry.outcome.max_score AS max_score,
    entry.outcome.mean_score AS mean_score,
    entry.outcome.baseline_share AS baseline_share,
    entry.outcome.beats_baseline AS beats_baseline,
    entry.outcome.coverage AS coverage,
    entry.outcome.error_low AS error_low,
    entry.outcome.error_medium AS error_medium,
    entry.outcome.error_high AS error_high,
    entry.outcome.error AS error,
    entry.outcome.spread AS spread,
    map(
        CAST(entry.outcome.distortions AS VARCHAR[]), CAST(entry.outcome.distortion_values AS DOUBLE[])
    ) AS distortions,
    entry.outcome.n_records AS n_records,
    entry.outcome.n_items AS n_items,
    entry.outcome.marks AS marks,
    entry.outcome.seconds AS seconds,
    entry.outcome.failure AS failure
FROM (SELECT $job AS job, $outcome AS outcome) AS entry
