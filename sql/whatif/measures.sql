-- measures(release, runs := 20, queries := 100, seed := 0)
-- One row: what `whatif` compares releases of one data set by, for the owner. Risk is that of the attack, of those that are
-- stored and of none, that puts the most records at risk; of two that do, that with the higher scores.
-- An error where no release of that name was made in this database, for fewer runs or queries than one, or a seed below 0.
-- worst_attack VARCHAR; share_at_risk DOUBLE: of the records, by that attack; max_score DOUBLE in [0, 1]: the highest by any
-- attack; mean_score DOUBLE in [0, 1]: by that attack; error_low, error_medium, error_high, error, spread DOUBLE: as utility has
-- them; distortions MAP: as the relation of that name; n_records BIGINT: published; n_items BIGINT: that are named
-- duckdb only: map_from_entries of a list in an order
WITH risks AS MATERIALIZED (
    SELECT
        each.attack,
        count(*) FILTER (WHERE each.at_risk) / count(*) AS share_at_risk,
        max(each.score) AS max_score,
        avg(each.score) AS mean_score
    FROM setrisk.risk($release) AS each
    GROUP BY each.attack
),
errors AS MATERIALIZED (
    SELECT each.band, each.error, each.spread FROM setrisk.utility($release, $runs, $queries, $seed) AS each
)
SELECT
    worst.worst_attack,
    worst.share_at_risk,
    worst.max_score,
    worst.mean_score,
    kept.error_low,
    kept.error_medium,
    kept.error_high,
    kept.error,
    kept.spread,
    own.distortions,
    CAST(size.n_records AS BIGINT) AS n_records,
    size.n_items
FROM (
    SELECT
        max(risks.max_score) AS max_score,
        arg_max(risks.attack, risks.rank) AS worst_attack,
        arg_max(risks.share_at_risk, risks.rank) AS share_at_risk,
        arg_max(risks.mean_score, risks.rank) AS mean_score
    FROM (
        -- The last digits of a mean depend on the order of its terms.
        SELECT
            row_number() OVER (ORDER BY each.share_at_risk, round(each.mean_score, 9), each.attack) AS rank,
            each.attack,
            each.share_at_risk,
            each.max_score,
            each.mean_score
        FROM risks AS each
    ) AS risks
) AS worst
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
    own.release, length(own.release), length(own.release), length(own.release), length(own.release), length(own.release),
    length(own.release), length(own.release), length(own.release), NULL, length(own.release), length(own.release)
FROM setrisk.own_release($release) AS own
WHERE own.release IS NULL
