-- whatif_metrics(release, runs := 20, queries := 100, seed := 0, at_risk_below := NULL)
-- One row: what `whatif` compares releases of one data set by, for the owner. Risk is that of the worst of all stored
-- attacks, of guessing by its mean, and of the release as it is. at_risk_below: as in risk. An error where no release
-- of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
--
-- column: worst_attack VARCHAR: share_at_risk, max_score, mean_score, baseline_share DOUBLE, beats_baseline BOOLEAN,
--     coverage DOUBLE: as in risk_headline
-- column: share_at_risk DOUBLE
-- column: max_score DOUBLE
-- column: mean_score DOUBLE
-- column: baseline_share DOUBLE
-- column: beats_baseline BOOLEAN
-- column: coverage DOUBLE
-- column: error_low DOUBLE: as utility has them
-- column: error_medium DOUBLE: as utility has them
-- column: error_high DOUBLE: as utility has them
-- column: error DOUBLE: as utility has them
-- column: spread DOUBLE: as utility has them
-- column: distortions MAP(VARCHAR, DOUBLE): as the relation of that name
-- column: n_records BIGINT: published
-- column: n_items BIGINT: that are named
-- checks: own_release($release)
-- reads: originals
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
