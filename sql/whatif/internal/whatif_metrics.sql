-- whatif_metrics(release, runs := 20, queries := 100, seed := 0, at_risk_below := NULL)
-- The numbers by which `whatif` compares releases of one data set. Risk is that of the worst of all stored attacks, of
-- guessing (by its mean), and of the release as it is.
--
-- parameter: at_risk_below: a record with fewer candidates than this is at risk; the release's own k by default
-- row: one
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
-- column: distortions MAP(VARCHAR, DOUBLE): what setrisk.distortions measures, by its name
-- column: n_records BIGINT, records, >= 0: published records
-- column: n_items BIGINT, items, >= 0: published item names
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
        + coalesce((SELECT sum(each.occurrences) FROM setrisk.histogram AS each WHERE each.release = $release), 0)
            AS n_records,
        (SELECT count(*) FROM setrisk.published_item AS each WHERE each.release = $release) AS n_items
) AS size
