-- known_measure(measure)
-- The name of a semantic measure; an error for any other name, so that a misspelt name is not mistaken for a measure
-- with which attacks find nothing.
--
-- row: one
-- column: measure VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN $measure = 'self' OR count(*) > 0 THEN $measure
        ELSE error(
            'there is no measure ' || coalesce($measure, 'NULL')
            || '; use self, or one that SELECT measure FROM setrisk.measure lists'
        )
    END AS measure
FROM setrisk.measure AS stored
WHERE stored.measure = $measure
