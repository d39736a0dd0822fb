-- store_cell(grid, method, parameters, attacks, n_attacks, is_tried, release, job, outcome)
-- Store what is known of a release of a what-if grid, in place of what was stored before.
--
-- parameter: parameters: what the method was given, as JSON
-- parameter: attacks: the attacks, each a method with the parameters that are not the default
-- parameter: n_attacks: how many of them do more than guess
-- parameter: is_tried: whether the release was tried
-- parameter: release: its name if it is kept, otherwise NULL
-- parameter: job: a struct with cell, dataset, runs, queries, at_risk_below, knowledge and sample
-- parameter: outcome: a struct with the remaining columns; the keys and values of distortions are two lists,
--     distortions and distortion_values
-- writes:    setrisk_private.whatif_cell
INSERT OR REPLACE INTO setrisk_private.whatif_cell BY NAME
SELECT
    $grid AS grid,
    $method AS method,
    $parameters AS parameters,
    $attacks AS attacks,
    $n_attacks AS n_attacks,
    $is_tried AS is_tried,
    $release AS release,
    cells.job.cell AS cell,
    cells.job.dataset AS dataset,
    cells.job.reconstructions AS reconstructions,
    cells.job.pairs AS pairs,
    cells.job.at_risk_below AS at_risk_below,
    cells.job.knowledge AS knowledge,
    cells.job.sample AS sample,
    cells.outcome.worst_attack AS worst_attack,
    cells.outcome.share_at_risk AS share_at_risk,
    cells.outcome.highest_score AS highest_score,
    cells.outcome.mean_score AS mean_score,
    cells.outcome.baseline_share AS baseline_share,
    cells.outcome.beats_baseline AS beats_baseline,
    cells.outcome.coverage AS coverage,
    cells.outcome.error_low_support AS error_low_support,
    cells.outcome.error_medium_support AS error_medium_support,
    cells.outcome.error_high_support AS error_high_support,
    cells.outcome.error AS error,
    cells.outcome.spread AS spread,
    map(
        CAST(cells.outcome.distortions AS VARCHAR[]), CAST(cells.outcome.distortion_values AS DOUBLE[])
    ) AS distortions,
    cells.outcome.n_records AS n_records,
    cells.outcome.n_items AS n_items,
    cells.outcome.marks AS marks,
    cells.outcome.seconds AS seconds,
    cells.outcome.failure AS failure,
    cells.outcome.assessment_failure AS assessment_failure,
    CAST(cells.outcome.asked_known AS BIGINT[]) AS asked_known,
    cells.outcome.assessed_reconstructions AS assessed_reconstructions,
    cells.outcome.left_out_attack AS left_out_attack
FROM (SELECT $job AS job, $outcome AS outcome) AS cells
