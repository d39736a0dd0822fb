-- knowledge_names(name)
-- The names of all knowledge, or whether one has a name.
--
-- parameter: name: the only one that is asked for, or NULL for all
-- row:       one per name
-- column:    name VARCHAR
-- reads:     published
SELECT knowledge.knowledge AS name
FROM setrisk.knowledge AS knowledge
WHERE $name IS NULL OR knowledge.knowledge = $name
ORDER BY name
