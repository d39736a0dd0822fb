-- known_knowledge(knowledge)
-- The name of semantic knowledge; an error for any other name, so that a misspelt name is not mistaken for knowledge
-- with which attacks find nothing.
--
-- row: one
-- column: knowledge VARCHAR
-- reads: published
-- duckdb only: error
SELECT
    CASE
        WHEN $knowledge = 'self' OR count(*) > 0 THEN $knowledge
        ELSE error(
            'there is no knowledge ' || coalesce($knowledge, 'NULL')
            || '; use self, or one that SELECT knowledge FROM setrisk.knowledge lists'
        )
    END AS knowledge
FROM setrisk.knowledge AS knowledge
WHERE knowledge.knowledge = $knowledge
