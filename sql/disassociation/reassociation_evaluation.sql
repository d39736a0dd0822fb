-- reassociation_evaluation(release, draws := 30)
-- How well the stored attacks on chunks do, next to guessing. Each attack is scored on how it reassembles the original
-- records, all clusters together; guessing is the random baseline. Nobody can tell equal anchors apart. So accuracy,
-- transaction_breakage and km_breakage are what can be expected of someone who assigns equal anchors to people at
-- random; `_printed` is the count of the paper, to which a fragment on any of them is correct if one of these people
-- holds it; `_matching` is the most that can be correct at once. Intervals are 95 % confidence intervals of the first:
-- over the clusters for a stored attack (ratio estimator), over the draws for the baseline. For the owner of the
-- release.
--
-- parameter: release: a disassociated release that was made in this database
-- parameter: draws: draws of the random baseline, 1 to 10,000
-- row: one per attack and part of the release
-- column: attack VARCHAR: name of the stored attack, or 'random_baseline'
-- column: part VARCHAR: the part that is evaluated: 'record_chunk' (shared chunks included), 'term_chunk' or 'both'
-- column: draws BIGINT, draws, >= 1: draws behind the numbers, 1 for a stored attack
-- column: mean_placements DOUBLE, mean placements, >= 0: placements of fragments on anchors; mean over the draws
-- column: accuracy DOUBLE?, fraction, 0 to 1: expected correct placements / placements; NULL if nothing is placed
-- column: accuracy_low DOUBLE?, fraction, 0 to 1: lower end of the interval; NULL for one cluster or one draw
-- column: accuracy_high DOUBLE?, fraction, 0 to 1: upper end of the interval; NULL for one cluster or one draw
-- column: breakable BIGINT, records, >= 0: original records with an item of the part
-- column: transaction_breakage DOUBLE?, fraction, 0 to 1: breakable records that can be expected to get a correct item
--     back / breakable records; NULL if there are none
-- column: transaction_low DOUBLE?, fraction, 0 to 1: lower end of the interval; NULL for one cluster or one draw
-- column: transaction_high DOUBLE?, fraction, 0 to 1: upper end of the interval; NULL for one cluster or one draw
-- column: hidden BIGINT, itemsets, >= 0: hidden itemsets of the part
-- column: km_breakage DOUBLE?, fraction, 0 to 1: the chance that the record of somebody who holds a hidden itemset gets
--     it back, mean over the hidden itemsets; NULL if there are none
-- column: km_low DOUBLE?, fraction, 0 to 1: lower end of the interval; NULL for one cluster or one draw
-- column: km_high DOUBLE?, fraction, 0 to 1: upper end of the interval; NULL for one cluster or one draw
-- column: accuracy_printed DOUBLE?, fraction, 0 to 1: as the paper counts; NULL if nothing is placed
-- column: accuracy_matching DOUBLE?, fraction, 0 to 1: by the best matching; NULL if nothing is placed
-- column: transaction_printed DOUBLE?, fraction, 0 to 1: as the paper counts; NULL if there are no breakable records
-- column: transaction_matching DOUBLE?, fraction, 0 to 1: by the best matching; NULL if there are no breakable records
-- column: km_printed DOUBLE?, fraction, 0 to 1: as the paper counts: hidden itemsets that some anchor has which may be
--     that of a holder / hidden itemsets; NULL if there are none
-- column: km_matching DOUBLE?, fraction, 0 to 1: by the best matching of each itemset; NULL if there are none
-- reads: originals
-- source: DISASSOC 6.1, 6.2
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
    setrisk_internal.interval_high(scores.km_breakage, scores.exposed_half) AS km_high,
    scores.accuracy_printed,
    scores.accuracy_matching,
    scores.transaction_printed,
    scores.transaction_matching,
    scores.km_printed,
    scores.km_matching
FROM (
    WITH clusters AS MATERIALIZED (
        SELECT counts.* FROM setrisk.reassociation_evaluation_by_cluster($release, draws := $draws) AS counts
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
            sum(clusters.correct_printed) / nullif(sum(clusters.placements), 0) AS accuracy_printed,
            sum(clusters.correct_matching) / nullif(sum(clusters.placements), 0) AS accuracy_matching,
            sum(clusters.broken) / nullif(sum(clusters.breakable), 0) AS transaction_breakage,
            sum(clusters.broken_printed) / nullif(sum(clusters.breakable), 0) AS transaction_printed,
            sum(clusters.broken_matching) / nullif(sum(clusters.breakable), 0) AS transaction_matching,
            sum(clusters.exposed) / nullif(sum(clusters.hidden), 0) AS km_breakage,
            sum(clusters.exposed_printed) / nullif(sum(clusters.hidden), 0) AS km_printed,
            sum(clusters.exposed_matching) / nullif(sum(clusters.hidden), 0) AS km_matching
        FROM clusters
        GROUP BY clusters.attack, clusters.draw, clusters.part
    ),
    halves AS MATERIALIZED (
        SELECT
            totals.attack,
            totals.part,
            setrisk_internal.ratio_half_width(
                count(*),
                sum(power(clusters.correct_placements - totals.accuracy * clusters.placements, 2)),
                max(totals.placements)
            ) AS accuracy_half,
            setrisk_internal.ratio_half_width(
                count(*),
                sum(power(clusters.broken - totals.transaction_breakage * clusters.breakable, 2)),
                max(totals.breakable)
            ) AS broken_half,
            setrisk_internal.ratio_half_width(
                count(*),
                sum(power(clusters.exposed - totals.km_breakage * clusters.hidden, 2)),
                max(totals.hidden)
            ) AS exposed_half
        FROM totals
        JOIN clusters ON clusters.attack = totals.attack AND clusters.draw = totals.draw AND clusters.part = totals.part
        WHERE totals.attack <> 'random_baseline'
        GROUP BY totals.attack, totals.part
        UNION ALL
        SELECT
            totals.attack,
            totals.part,
            setrisk_internal.mean_half_width(count(totals.accuracy), stddev_samp(totals.accuracy)) AS accuracy_half,
            setrisk_internal.mean_half_width(
                count(totals.transaction_breakage), stddev_samp(totals.transaction_breakage)
            ) AS broken_half,
            setrisk_internal.mean_half_width(count(totals.km_breakage), stddev_samp(totals.km_breakage)) AS exposed_half
        FROM totals
        WHERE totals.attack = 'random_baseline'
        GROUP BY totals.attack, totals.part
    )
    SELECT
        totals.attack,
        totals.part,
        count(*) AS draws,
        avg(totals.placements) AS mean_placements,
        avg(totals.accuracy) AS accuracy,
        avg(totals.accuracy_printed) AS accuracy_printed,
        avg(totals.accuracy_matching) AS accuracy_matching,
        max(totals.breakable) AS breakable,
        avg(totals.transaction_breakage) AS transaction_breakage,
        avg(totals.transaction_printed) AS transaction_printed,
        avg(totals.transaction_matching) AS transaction_matching,
        max(totals.hidden) AS hidden,
        avg(totals.km_breakage) AS km_breakage,
        avg(totals.km_printed) AS km_printed,
        avg(totals.km_matching) AS km_matching,
        max(halves.accuracy_half) AS accuracy_half,
        max(halves.broken_half) AS broken_half,
        max(halves.exposed_half) AS exposed_half
    FROM totals
    JOIN halves ON halves.attack = totals.attack AND halves.part = totals.part
    GROUP BY totals.attack, totals.part
) AS scores
