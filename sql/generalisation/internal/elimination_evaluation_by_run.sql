-- elimination_evaluation_by_run(release, runs := 30)
-- How well each attack, and each run of the random baseline, separates added members from original ones, over all
-- generalised items together.
--
-- row:    one per attack and run
-- column: attack VARCHAR
-- column: run BIGINT, >= 1
-- column: tables BIGINT, >= 1: distance tables, one per generalised item
-- column: cells HUGEINT, >= 1: their cells, one per record and member
-- column: added HUGEINT, cells, >= 0: members that the record does not have in the original data
-- column: eliminated HUGEINT, cells, >= 0
-- column: correct HUGEINT, cells, >= 0: added ones among the eliminated
-- column: density DOUBLE, 0 to 1: original members / members
-- column: recall DOUBLE?, 0 to 1: NULL if nothing was added
-- column: precision DOUBLE?, 0 to 1: NULL if nothing was eliminated
-- column: f_score DOUBLE?, 0 to 1: NULL if nothing was added and nothing eliminated
-- reads:  originals
-- source: THESIS 5.2
SELECT
    totals.attack,
    totals.run,
    totals.tables,
    totals.cells,
    totals.added,
    totals.eliminated,
    totals.correct,
    totals.original / totals.cells AS density,
    totals.correct / nullif(totals.added, 0) AS recall,
    totals.correct / nullif(totals.eliminated, 0) AS precision,
    2 * totals.correct / nullif(totals.added + totals.eliminated, 0) AS f_score
FROM (
    SELECT
        parts.attack,
        parts.run,
        count(parts.generalised_item) AS tables,
        sum(parts.cells) AS cells,
        sum(parts.original) AS original,
        sum(parts.added) AS added,
        sum(parts.eliminated) AS eliminated,
        sum(parts.correct) AS correct
    FROM setrisk.elimination_evaluation_by_item($release, runs := $runs) AS parts
    GROUP BY parts.attack, parts.run
    HAVING sum(parts.cells) > 0
) AS totals
