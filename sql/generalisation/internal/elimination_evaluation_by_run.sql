-- elimination_evaluation_by_run(release, runs := 30)
-- One row per attack and run, for the owner of the release, all distance tables together.
--
-- row: one per attack and run, for the owner of the release, all distance tables together
-- column: attack VARCHAR
-- column: run BIGINT
-- column: tables BIGINT
-- column: cells HUGEINT
-- column: added HUGEINT
-- column: eliminated HUGEINT
-- column: correct HUGEINT
-- column: density DOUBLE?: NULL where nothing was added or nothing eliminated
-- column: recall DOUBLE?: NULL where nothing was added or nothing eliminated
-- column: precision DOUBLE?: NULL where nothing was added or nothing eliminated
-- column: f_score DOUBLE?: NULL where nothing was added or nothing eliminated
-- reads: originals
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
    FROM setrisk.elimination_evaluation_by_item($release, runs := $runs) AS parts
    GROUP BY parts.attack, parts.run
    HAVING sum(parts.cells) > 0
) AS summed
