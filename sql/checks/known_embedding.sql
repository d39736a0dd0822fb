-- known_embedding(measure)
-- The name of a measure that has word vectors; an error for an unknown name, or for a measure that scores by counts.
--
-- row: one
-- column: measure VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0 AND $measure IS DISTINCT FROM 'self'
            THEN error(
                'there is no measure ' || coalesce($measure, 'NULL')
                || '; SELECT measure FROM setrisk.measure lists them'
            )
        WHEN coalesce(max(stored.kind), '') <> 'embedding'
            THEN error('the measure ' || $measure || ' has no vectors; setrisk embed makes a measure with vectors')
        ELSE $measure
    END AS measure
FROM setrisk.measure AS stored
WHERE stored.measure = $measure
