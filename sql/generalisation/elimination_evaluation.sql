-- elimination_evaluation(release, runs := 30)
-- One row per attack, for the owner of the release, all distance tables together: recall = added members eliminated /
-- added members, precision = added members eliminated / members eliminated, f_score = their harmonic mean (THESIS 5.2),
-- density = original members / members (THESIS Definition 16). Intervals are 95 % confidence intervals: of a stored
-- attack over the tables (ratio estimator, a table as one draw; NULL for one table), of the random baseline over its
-- runs. An error where no release of that name was made in this database.
--
-- row: one per attack, for the owner of the release, all distance tables together
-- column: attack VARCHAR
-- column: runs BIGINT: (eliminated: mean over runs)
-- column: tables BIGINT: (eliminated: mean over runs)
-- column: cells HUGEINT: (eliminated: mean over runs)
-- column: added HUGEINT: (eliminated: mean over runs)
-- column: eliminated DOUBLE: (eliminated: mean over runs); the others DOUBLE in [0, 1]
-- column: density DOUBLE
-- column: recall DOUBLE
-- column: recall_low DOUBLE
-- column: recall_high DOUBLE
-- column: precision DOUBLE
-- column: precision_low DOUBLE
-- column: precision_high DOUBLE
-- column: f_score DOUBLE
-- column: f_low DOUBLE
-- column: f_high DOUBLE
-- reads: originals
SELECT
    scored.attack,
    scored.runs,
    scored.tables,
    scored.cells,
    scored.added,
    scored.eliminated,
    scored.density,
    scored.recall,
    CASE WHEN scored.recall_half IS NOT NULL THEN greatest(scored.recall - scored.recall_half, 0) END AS recall_low,
    CASE WHEN scored.recall_half IS NOT NULL THEN least(scored.recall + scored.recall_half, 1) END AS recall_high,
    scored.precision,
    CASE WHEN scored.precision_half IS NOT NULL THEN greatest(scored.precision - scored.precision_half, 0) END AS precision_low,
    CASE WHEN scored.precision_half IS NOT NULL THEN least(scored.precision + scored.precision_half, 1) END AS precision_high,
    scored.f_score,
    CASE WHEN scored.f_half IS NOT NULL THEN greatest(scored.f_score - scored.f_half, 0) END AS f_low,
    CASE WHEN scored.f_half IS NOT NULL THEN least(scored.f_score + scored.f_half, 1) END AS f_high
FROM (
    SELECT
        totals.attack,
        1 AS runs,
        totals.tables,
        totals.cells,
        totals.added,
        totals.eliminated,
        totals.density,
        totals.recall,
        totals.precision,
        totals.f_score,
        setrisk_internal.ratio_half_width(
            count(*), sum(power(parts.correct - totals.recall * parts.added, 2)), totals.added
        ) AS recall_half,
        setrisk_internal.ratio_half_width(
            count(*), sum(power(parts.correct - totals.precision * parts.eliminated, 2)), totals.eliminated
        ) AS precision_half,
        setrisk_internal.ratio_half_width(
            count(*),
            sum(power(2 * parts.correct - totals.f_score * (parts.added + parts.eliminated), 2)),
            totals.added + totals.eliminated
        ) AS f_half
    FROM setrisk_internal.elimination_evaluation_by_run($release, runs := $runs) AS totals
    JOIN setrisk.elimination_evaluation_by_item($release, runs := $runs) AS parts
        ON parts.attack = totals.attack AND parts.run = totals.run
    WHERE totals.attack <> 'random baseline'
    GROUP BY
        totals.attack, totals.tables, totals.cells, totals.added, totals.eliminated, totals.density,
        totals.recall, totals.precision, totals.f_score
    UNION ALL
    SELECT
        totals.attack,
        count(*) AS runs,
        max(totals.tables) AS tables,
        max(totals.cells) AS cells,
        max(totals.added) AS added,
        avg(totals.eliminated) AS eliminated,
        max(totals.density) AS density,
        avg(totals.recall) AS recall,
        avg(totals.precision) AS precision,
        avg(totals.f_score) AS f_score,
        setrisk_internal.mean_half_width(count(totals.recall), stddev_samp(totals.recall)) AS recall_half,
        setrisk_internal.mean_half_width(count(totals.precision), stddev_samp(totals.precision)) AS precision_half,
        setrisk_internal.mean_half_width(count(totals.f_score), stddev_samp(totals.f_score)) AS f_half
    FROM setrisk_internal.elimination_evaluation_by_run($release, runs := $runs) AS totals
    WHERE totals.attack = 'random baseline'
    GROUP BY totals.attack
) AS scored
