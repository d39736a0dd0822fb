-- reassociation_evaluation(release, runs := 30)
-- One row per attack and part, for the owner of the release, all clusters together (DISASSOC 6.1): accuracy = right
-- placements / placements; transaction_breakage = original records that got a right term / those with a term outside
-- the anchoring chunk; km_breakage = hidden itemsets that are put together where they are true / hidden itemsets.
-- Intervals are 95 % confidence intervals: of a stored attack over the clusters (ratio estimator, a cluster as one
-- draw), of the random baseline over its runs. An error where no release of that name was made in this database, or it
-- is of another family.
--
-- row: one per attack and part, for the owner of the release, all clusters together (DISASSOC 6.1)
-- column: attack VARCHAR
-- column: part VARCHAR: 'record chunks' (shared ones too), 'term chunks' or 'both'
-- column: runs BIGINT: ; placements, breakable, hidden: counts (of a run, the mean); the others DOUBLE in [0, 1]
-- column: placements DOUBLE
-- column: accuracy DOUBLE
-- column: accuracy_low DOUBLE
-- column: accuracy_high DOUBLE
-- column: breakable HUGEINT
-- column: transaction_breakage DOUBLE
-- column: transaction_low DOUBLE
-- column: transaction_high DOUBLE
-- column: hidden HUGEINT
-- column: km_breakage DOUBLE
-- column: km_low DOUBLE
-- column: km_high DOUBLE
-- reads: originals
SELECT
    scored.attack,
    scored.part,
    scored.runs,
    scored.placements,
    scored.accuracy,
    CASE WHEN scored.accuracy_half IS NOT NULL THEN greatest(scored.accuracy - scored.accuracy_half, 0) END AS accuracy_low,
    CASE WHEN scored.accuracy_half IS NOT NULL THEN least(scored.accuracy + scored.accuracy_half, 1) END AS accuracy_high,
    scored.breakable,
    scored.transaction_breakage,
    CASE WHEN scored.broken_half IS NOT NULL THEN greatest(scored.transaction_breakage - scored.broken_half, 0) END AS transaction_low,
    CASE WHEN scored.broken_half IS NOT NULL THEN least(scored.transaction_breakage + scored.broken_half, 1) END AS transaction_high,
    scored.hidden,
    scored.km_breakage,
    CASE WHEN scored.exposed_half IS NOT NULL THEN greatest(scored.km_breakage - scored.exposed_half, 0) END AS km_low,
    CASE WHEN scored.exposed_half IS NOT NULL THEN least(scored.km_breakage + scored.exposed_half, 1) END AS km_high
FROM (
    WITH clusters AS MATERIALIZED (
        SELECT
            each.attack, each.run, each.part, each.placements, each.correct, each.breakable, each.broken, each.hidden, each.exposed
        FROM setrisk.reassociation_evaluation_by_cluster($release, runs := $runs) AS each
    ),
    totals AS MATERIALIZED (
        SELECT
            clusters.attack,
            clusters.run,
            clusters.part,
            sum(clusters.placements) AS placements,
            sum(clusters.breakable) AS breakable,
            sum(clusters.hidden) AS hidden,
            sum(clusters.correct) / nullif(sum(clusters.placements), 0) AS accuracy,
            sum(clusters.broken) / nullif(sum(clusters.breakable), 0) AS transaction_breakage,
            sum(clusters.exposed) / nullif(sum(clusters.hidden), 0) AS km_breakage
        FROM clusters
        GROUP BY clusters.attack, clusters.run, clusters.part
    )
    SELECT
        totals.attack,
        totals.part,
        1 AS runs,
        totals.placements,
        totals.accuracy,
        totals.breakable,
        totals.transaction_breakage,
        totals.hidden,
        totals.km_breakage,
        setrisk_internal.ratio_half_width(
            count(*), sum(power(clusters.correct - totals.accuracy * clusters.placements, 2)), totals.placements
        ) AS accuracy_half,
        setrisk_internal.ratio_half_width(
            count(*), sum(power(clusters.broken - totals.transaction_breakage * clusters.breakable, 2)), totals.breakable
        ) AS broken_half,
        setrisk_internal.ratio_half_width(
            count(*), sum(power(clusters.exposed - totals.km_breakage * clusters.hidden, 2)), totals.hidden
        ) AS exposed_half
    FROM totals
    JOIN clusters ON clusters.attack = totals.attack AND clusters.run = totals.run AND clusters.part = totals.part
    WHERE totals.attack <> 'random baseline'
    GROUP BY
        totals.attack, totals.part, totals.placements, totals.accuracy, totals.breakable, totals.transaction_breakage,
        totals.hidden, totals.km_breakage
    UNION ALL
    SELECT
        totals.attack,
        totals.part,
        count(*) AS runs,
        avg(totals.placements) AS placements,
        avg(totals.accuracy) AS accuracy,
        max(totals.breakable) AS breakable,
        avg(totals.transaction_breakage) AS transaction_breakage,
        max(totals.hidden) AS hidden,
        avg(totals.km_breakage) AS km_breakage,
        setrisk_internal.mean_half_width(count(totals.accuracy), stddev_samp(totals.accuracy)) AS accuracy_half,
        setrisk_internal.mean_half_width(count(totals.transaction_breakage), stddev_samp(totals.transaction_breakage)) AS broken_half,
        setrisk_internal.mean_half_width(count(totals.km_breakage), stddev_samp(totals.km_breakage)) AS exposed_half
    FROM totals
    WHERE totals.attack = 'random baseline'
    GROUP BY totals.attack, totals.part
) AS scored
