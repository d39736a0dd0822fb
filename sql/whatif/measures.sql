-- measures(release, runs := 20, queries := 100, seed := 0, at_risk_below := NULL)
-- One row: what `whatif` compares releases of one data set by, for the owner. Risk is that of the worst of all stored attacks, of
-- guessing by its mean, and of the release as it is.
-- at_risk_below: as in risk.
-- An error where no release of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
-- worst_attack VARCHAR, share_at_risk, max_score, mean_score, baseline_share DOUBLE, beats_baseline BOOLEAN, coverage DOUBLE: as
-- in risk_headline; error_low, error_medium, error_high, error, spread DOUBLE: as utility has them; distortions MAP: as the
-- relation of that name; n_records BIGINT: published; n_items BIGINT: that are named
-- duckdb only: map_from_entries of a list in an order
WITH errors AS MATERIALIZED (
    SELECT each.band, each.error, each.spread FROM setrisk.utility($release, $runs, $queries, $seed) AS each
)
SELECT
    risks.worst_attack,
    risks.share_at_risk,
    risks.max_score,
    risks.mean_score,
    risks.baseline_share,
    risks.beats_baseline,
    risks.coverage,
    kept.error_low,
    kept.error_medium,
    kept.error_high,
    kept.error,
    kept.spread,
    own.distortions,
    CAST(size.n_records AS BIGINT) AS n_records,
    size.n_items
FROM setrisk.risk_headline($release, at_risk_below := $at_risk_below) AS risks
CROSS JOIN (
    SELECT
        max(errors.error) FILTER (WHERE errors.band = 'low') AS error_low,
        max(errors.error) FILTER (WHERE errors.band = 'medium') AS error_medium,
        max(errors.error) FILTER (WHERE errors.band = 'high') AS error_high,
        max(errors.error) FILTER (WHERE errors.band = 'all') AS error,
        max(errors.spread) FILTER (WHERE errors.band = 'all') AS spread
    FROM errors
) AS kept
CROSS JOIN (
    SELECT map_from_entries(list((each.measure, each.value) ORDER BY each.measure)) AS distortions
    FROM setrisk.distortions($release) AS each
) AS own
CROSS JOIN (
    SELECT
        (SELECT count(DISTINCT each.record) FROM setrisk.generalised_record AS each WHERE each.release = $release)
        + coalesce((SELECT sum(each.n_records) FROM setrisk.cluster AS each WHERE each.release = $release), 0)
        + coalesce((SELECT sum(each.occurrences) FROM setrisk.histogram AS each WHERE each.release = $release), 0) AS n_records,
        (SELECT count(*) FROM setrisk.published_item AS each WHERE each.release = $release) AS n_items
) AS size
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    own.release, length(own.release), length(own.release), length(own.release), length(own.release), own.release <> '',
    length(own.release), length(own.release), length(own.release), length(own.release), length(own.release),
    length(own.release), NULL, length(own.release), length(own.release)
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
