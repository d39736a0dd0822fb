-- scorer(knowledge)
-- How knowledge scores pairs of terms.
--
-- row:    one
-- column: scorer VARCHAR
-- reads:  published
SELECT knowledge.scorer
FROM setrisk.knowledge AS knowledge
WHERE knowledge.knowledge = $knowledge
