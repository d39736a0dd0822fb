-- known_embedding(knowledge)
-- The name of knowledge that has word vectors; an error for an unknown name, or for knowledge that scores by counts.
--
-- row: one
-- column: knowledge VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN count(*) = 0 AND $knowledge IS DISTINCT FROM 'self'
            THEN error(
                'there is no knowledge ' || coalesce($knowledge, 'NULL')
                || '; SELECT knowledge FROM setrisk.knowledge lists them'
            )
        WHEN coalesce(max(knowledge.scorer), '') <> 'embedding'
            THEN error('the knowledge ' || $knowledge || ' has no vectors; setrisk embed makes knowledge with vectors')
        ELSE $knowledge
    END AS knowledge
FROM setrisk.knowledge AS knowledge
WHERE knowledge.knowledge = $knowledge
