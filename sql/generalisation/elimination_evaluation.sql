-- elimination_evaluation(release, draws := 30)
-- How well the stored attacks on generalised items do, next to guessing. Attacks have to separate added members from
-- original ones; all generalised items count together, and guessing is the random baseline. The confidence intervals of
-- a stored attack take the generalised items as a sample (ratio estimator), those of the baseline its draws; a sample
-- of one has none. For the owner of the release.
--
-- parameter: release: a generalised release that was made in this database
-- parameter: draws: how often the random baseline is repeated, 1 to 10,000
-- row:       one per stored attack, and one for the random baseline
-- column:    attack VARCHAR: the name of the attack, or 'random_baseline'
-- column:    draws BIGINT, draws, >= 1: 1 for a stored attack; the baseline shows means over its draws
-- column:    tables BIGINT, tables, >= 1: distance tables, one per generalised item
-- column:    cells BIGINT, cells, >= 1: their cells, one per record and member
-- column:    added BIGINT, cells, >= 0: members that the record does not have in the original data
-- column:    mean_eliminated DOUBLE, mean cells, >= 0: members that the attack eliminated; mean over the draws
-- column:    density DOUBLE, fraction, 0 to 1: original members / members
-- column:    recall DOUBLE?, fraction, 0 to 1: added members that were eliminated / added members; NULL if there are
--     none
-- column:    recall_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval; NULL without one
-- column:    recall_high DOUBLE?, fraction, 0 to 1: upper end; NULL without one
-- column:    precision DOUBLE?, fraction, 0 to 1: added members that were eliminated / eliminated members; NULL if
--     there are none
-- column:    precision_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval; NULL without one
-- column:    precision_high DOUBLE?, fraction, 0 to 1: upper end; NULL without one
-- column:    f_score DOUBLE?, fraction, 0 to 1: harmonic mean of recall and precision
-- column:    f_low DOUBLE?, fraction, 0 to 1: lower end of its 95 % confidence interval; NULL without one
-- column:    f_high DOUBLE?, fraction, 0 to 1: upper end; NULL without one
-- reads:     originals
-- source:    THESIS 5.2, Definition 16; CONTEXT 6.1, 6.2.1
-- page:      generalisation.md
-- example:   FROM setrisk.elimination_evaluation('r1', draws := 5)
WITH totals AS MATERIALIZED (
    SELECT totals.* FROM setrisk_internal.elimination_evaluation_by_draw($release, draws := $draws) AS totals
),
runs AS MATERIALIZED (
    SELECT totals.* FROM totals WHERE totals.attack = 'random_baseline'
),
scores AS (
    SELECT
        totals.attack,
        1 AS draws,
        totals.tables,
        totals.cells,
        totals.added,
        totals.eliminated AS mean_eliminated,
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
    FROM totals
    JOIN setrisk.elimination_evaluation_by_item($release, draws := $draws) AS parts
        ON parts.attack = totals.attack AND parts.draw = totals.draw
    WHERE totals.attack <> 'random_baseline'
    GROUP BY
        totals.attack, totals.tables, totals.cells, totals.added, totals.eliminated, totals.density,
        totals.recall, totals.precision, totals.f_score
    UNION ALL
    SELECT means.* FROM setrisk_internal.mean_elimination_scores('runs') AS means
)
SELECT intervals.* FROM setrisk_internal.elimination_intervals('scores') AS intervals
