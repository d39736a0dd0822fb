-- known_embedding(measure)
-- One row with the name of a measure that has word vectors; an error where there is none of that name, or it counts.
--
-- column: measure VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0 AND $measure IS DISTINCT FROM 'self'
            THEN error('there is no measure ' || coalesce($measure, 'NULL') || '; SELECT measure FROM setrisk.measure lists them')
        WHEN coalesce(max(stored.kind), '') <> 'embedding'
            THEN error('the measure ' || $measure || ' has no vectors; setrisk embed makes one that has')
        ELSE $measure
    END AS measure
FROM setrisk.measure AS stored
WHERE stored.measure = $measure
