-- scorers()
-- How each source of knowledge scores pairs of terms.
--
-- row:    one per knowledge source
-- column: knowledge VARCHAR
-- column: scorer VARCHAR
-- reads:  published
SELECT knowledge.knowledge, knowledge.scorer
FROM setrisk.knowledge AS knowledge
ORDER BY knowledge.knowledge
