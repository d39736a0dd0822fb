-- knowledge_names()
-- The names of all knowledge.
--
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT knowledge.knowledge AS name
FROM setrisk.knowledge AS knowledge
ORDER BY name
