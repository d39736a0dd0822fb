-- known_measure(measure)
-- One row with the name of a measure; an error where there is none of that name, so that no one takes a misspelt name
-- for one by which attacks find nothing.
--
-- column: measure VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN $measure = 'self' OR count(*) > 0 THEN $measure
        ELSE error('there is no measure ' || coalesce($measure, 'NULL') || '; SELECT measure FROM setrisk.measure lists them beside self')
    END AS measure
FROM setrisk.measure AS stored
WHERE stored.measure = $measure
