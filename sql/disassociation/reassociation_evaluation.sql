-- reassociation_evaluation(release, draws := 30)
-- How well the stored attacks on chunks do, next to guessing. Each attack is scored on how it reassembles the original
-- records, all clusters together; guessing is the random baseline. Intervals are 95 % confidence intervals: over the
-- clusters for a stored attack (ratio estimator), over the draws for the baseline. For the owner of the release.
--
-- parameter: release: a disassociated release that was made in this database
-- parameter: draws: draws of the random baseline, 1 to 10,000
-- row: one per attack and part of the release
-- column: attack VARCHAR: name of the stored attack, or 'random_baseline'
-- column: part VARCHAR: the part that is evaluated: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: draws BIGINT, draws, >= 1: draws behind the numbers, 1 for a stored attack
-- column: mean_placements DOUBLE, mean placements, >= 0: placements of fragments on anchors; mean over the draws
-- column: accuracy DOUBLE?, fraction, 0 to 1: correct placements / placements; NULL if nothing is placed
-- column: accuracy_low DOUBLE?, fraction, 0 to 1: lower end of the interval; NULL for one cluster or one draw
-- column: accuracy_high DOUBLE?, fraction, 0 to 1: upper end of the interval; NULL for one cluster or one draw
-- column: breakable BIGINT, records, >= 0: original records with an item of the part
-- column: transaction_breakage DOUBLE?, fraction, 0 to 1: breakable records that got a correct item back / breakable
--     records; NULL if there are none
-- column: transaction_low DOUBLE?, fraction, 0 to 1: lower end of the interval; NULL for one cluster or one draw
-- column: transaction_high DOUBLE?, fraction, 0 to 1: upper end of the interval; NULL for one cluster or one draw
-- column: hidden BIGINT, itemsets, >= 0: hidden itemsets of the part
-- column: km_breakage DOUBLE?, fraction, 0 to 1: hidden itemsets that are recovered correctly / hidden itemsets; NULL
--     if there are none
-- column: km_low DOUBLE?, fraction, 0 to 1: lower end of the interval; NULL for one cluster or one draw
-- column: km_high DOUBLE?, fraction, 0 to 1: upper end of the interval; NULL for one cluster or one draw
-- reads: originals
-- source: DISASSOC 6.1
-- page: disassociation.md
-- example: FROM setrisk.reassociation_evaluation('r2', draws := 10)
SELECT
    scores.attack,
    scores.part,
    scores.draws,
    scores.mean_placements,
    scores.accuracy,
    setrisk_internal.interval_low(scores.accuracy, scores.accuracy_half) AS accuracy_low,
    setrisk_internal.interval_high(scores.accuracy, scores.accuracy_half) AS accuracy_high,
    CAST(scores.breakable AS BIGINT) AS breakable,
    scores.transaction_breakage,
    setrisk_internal.interval_low(scores.transaction_breakage, scores.broken_half) AS transaction_low,
    setrisk_internal.interval_high(scores.transaction_breakage, scores.broken_half) AS transaction_high,
    CAST(scores.hidden AS BIGINT) AS hidden,
    scores.km_breakage,
    setrisk_internal.interval_low(scores.km_breakage, scores.exposed_half) AS km_low,
    setrisk_internal.interval_high(scores.km_breakage, scores.exposed_half) AS km_high
FROM (
    WITH clusters AS MATERIALIZED (
        SELECT
            counts.attack,
            counts.draw,
            counts.part,
            counts.placements,
            counts.correct_placements,
            counts.breakable,
            counts.broken,
            counts.hidden,
            counts.exposed
        FROM setrisk.reassociation_evaluation_by_cluster($release, draws := $draws) AS counts
    ),
    totals AS MATERIALIZED (
        SELECT
            clusters.attack,
            clusters.draw,
            clusters.part,
            sum(clusters.placements) AS placements,
            sum(clusters.breakable) AS breakable,
            sum(clusters.hidden) AS hidden,
            sum(clusters.correct_placements) / nullif(sum(clusters.placements), 0) AS accuracy,
            sum(clusters.broken) / nullif(sum(clusters.breakable), 0) AS transaction_breakage,
            sum(clusters.exposed) / nullif(sum(clusters.hidden), 0) AS km_breakage
        FROM clusters
        GROUP BY clusters.attack, clusters.draw, clusters.part
    )
    SELECT
        totals.attack,
        totals.part,
        1 AS draws,
        totals.placements AS mean_placements,
        totals.accuracy,
        totals.breakable,
        totals.transaction_breakage,
        totals.hidden,
        totals.km_breakage,
        setrisk_internal.ratio_half_width(
            count(*),
            sum(power(clusters.correct_placements - totals.accuracy * clusters.placements, 2)),
            totals.placements
        ) AS accuracy_half,
        setrisk_internal.ratio_half_width(
            count(*),
            sum(power(clusters.broken - totals.transaction_breakage * clusters.breakable, 2)),
            totals.breakable
        ) AS broken_half,
        setrisk_internal.ratio_half_width(
            count(*), sum(power(clusters.exposed - totals.km_breakage * clusters.hidden, 2)), totals.hidden
        ) AS exposed_half
    FROM totals
    JOIN clusters ON clusters.attack = totals.attack AND clusters.draw = totals.draw AND clusters.part = totals.part
    WHERE totals.attack <> 'random_baseline'
    GROUP BY
        totals.attack, totals.part, totals.placements, totals.accuracy, totals.breakable, totals.transaction_breakage,
        totals.hidden, totals.km_breakage
    UNION ALL
    SELECT
        totals.attack,
        totals.part,
        count(*) AS draws,
        avg(totals.placements) AS mean_placements,
        avg(totals.accuracy) AS accuracy,
        max(totals.breakable) AS breakable,
        avg(totals.transaction_breakage) AS transaction_breakage,
        max(totals.hidden) AS hidden,
        avg(totals.km_breakage) AS km_breakage,
        setrisk_internal.mean_half_width(count(totals.accuracy), stddev_samp(totals.accuracy)) AS accuracy_half,
        setrisk_internal.mean_half_width(
            count(totals.transaction_breakage), stddev_samp(totals.transaction_breakage)
        ) AS broken_half,
        setrisk_internal.mean_half_width(count(totals.km_breakage), stddev_samp(totals.km_breakage)) AS exposed_half
    FROM totals
    WHERE totals.attack = 'random_baseline'
    GROUP BY totals.attack, totals.part
) AS scores
