-- metrics(release, reconstructions, pairs, at_risk_below)
-- What `whatif` compares releases of one data set by. The risk is that of the worst of all stored attacks, of guessing
-- (by its mean), and of the release as it is.
--
-- parameter: reconstructions: random reconstructions that the utility is measured by
-- parameter: pairs: pairs of each band that the utility is measured by
-- parameter: at_risk_below: a record of a generalised or disassociated release is at risk if it has fewer candidates;
--     NULL for the threshold of the release itself
-- row:       one
-- column:    worst_attack VARCHAR: this and the next six columns are those of risk_headline
-- column:    share_at_risk DOUBLE?, fraction, 0 to 1
-- column:    highest_score DOUBLE?, fraction, 0 to 1
-- column:    mean_score DOUBLE?, fraction, 0 to 1
-- column:    baseline_share DOUBLE?, fraction, 0 to 1
-- column:    beats_baseline BOOLEAN?
-- column:    coverage DOUBLE, fraction, 0 to 1
-- column:    error_low_support DOUBLE?, 0 to 2: this and the next four columns are those of utility
-- column:    error_medium_support DOUBLE?, 0 to 2
-- column:    error_high_support DOUBLE?, 0 to 2
-- column:    error DOUBLE?, 0 to 2
-- column:    spread DOUBLE?, >= 0
-- column:    distortions VARCHAR[]: metrics that the family has of its own, in order
-- column:    distortion_values DOUBLE[]: their values, in the same order
-- column:    n_records BIGINT, records, >= 0: published
-- column:    n_items BIGINT, items, >= 0: named
-- reads:     originals
WITH errors AS MATERIALIZED (
    SELECT utility.band, utility.error, utility.spread
    FROM setrisk.utility($release, $reconstructions, $pairs) AS utility
)
SELECT
    risks.worst_attack,
    risks.share_at_risk,
    risks.highest_score,
    risks.mean_score,
    risks.baseline_share,
    risks.beats_baseline,
    risks.coverage,
    bands.error_low_support,
    bands.error_medium_support,
    bands.error_high_support,
    bands.error,
    bands.spread,
    costs.distortions,
    costs.distortion_values,
    sizes.n_records,
    sizes.n_items
FROM setrisk.risk_headline($release, at_risk_below := $at_risk_below) AS risks
CROSS JOIN (
    SELECT
        max(errors.error) FILTER (WHERE errors.band = 'low') AS error_low_support,
        max(errors.error) FILTER (WHERE errors.band = 'medium') AS error_medium_support,
        max(errors.error) FILTER (WHERE errors.band = 'high') AS error_high_support,
        max(errors.error) FILTER (WHERE errors.band = 'all') AS error,
        max(errors.spread) FILTER (WHERE errors.band = 'all') AS spread
    FROM errors
) AS bands
CROSS JOIN (
    SELECT
        list(distortions.metric ORDER BY distortions.metric) AS distortions,
        list(distortions.value ORDER BY distortions.metric) AS distortion_values
    FROM setrisk.distortions($release) AS distortions
) AS costs
CROSS JOIN setrisk_internal.published_size($release) AS sizes
