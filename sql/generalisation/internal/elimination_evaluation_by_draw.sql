-- elimination_evaluation_by_draw(release, draws := 30)
-- How well each attack, and each draw of the random baseline, separates added members from original ones, over all
-- generalised items together.
--
-- row:    one per attack and draw
-- column: attack VARCHAR
-- column: draw BIGINT, >= 1
-- column: tables BIGINT, >= 1: distance tables, one per generalised item
-- column: cells HUGEINT, >= 1: their cells, one per record and member
-- column: added HUGEINT, cells, >= 0: members that the record does not have in the original data
-- column: eliminated HUGEINT, cells, >= 0
-- column: correct HUGEINT, cells, >= 0: added ones among the eliminated
-- column: density DOUBLE, fraction, 0 to 1: original members / members
-- column: recall DOUBLE?, fraction, 0 to 1: NULL if nothing was added
-- column: precision DOUBLE?, fraction, 0 to 1: NULL if nothing was eliminated
-- column: f_score DOUBLE?, fraction, 0 to 1: NULL if nothing was added and nothing eliminated
-- reads:  originals
-- source: THESIS 5.2
SELECT
    totals.attack,
    totals.draw,
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
        parts.draw,
        count(parts.generalised_item) AS tables,
        sum(parts.cells) AS cells,
        sum(parts.original) AS original,
        sum(parts.added) AS added,
        sum(parts.eliminated) AS eliminated,
        sum(parts.correct) AS correct
    FROM setrisk.elimination_evaluation_by_item($release, draws := $draws) AS parts
    GROUP BY parts.attack, parts.draw
    HAVING sum(parts.cells) > 0
) AS totals
