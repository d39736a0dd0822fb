-- run_evaluation(release, runs := 30)
-- One row per attack and run, for the owner of the release, all distance tables together.
-- attack VARCHAR; run, tables, cells, added, eliminated, correct BIGINT; density, recall, precision, f_score DOUBLE:
-- NULL where nothing was added or nothing eliminated
SELECT
    summed.attack,
    summed.run,
    summed.tables,
    summed.cells,
    summed.added,
    summed.eliminated,
    summed.correct,
    summed.original / summed.cells AS density,
    summed.correct / nullif(summed.added, 0) AS recall,
    summed.correct / nullif(summed.eliminated, 0) AS precision,
    2 * summed.correct / nullif(summed.added + summed.eliminated, 0) AS f_score
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
    FROM setrisk.table_evaluation($release, runs := $runs) AS parts
    GROUP BY parts.attack, parts.run
    HAVING sum(parts.cells) > 0
) AS summed
