-- delete_knowledge(knowledge)
-- Delete knowledge, with its similarities and word vectors. What attacks have found with it stays, and so do their
-- entries.
--
-- writes: setrisk.embedding setrisk.knowledge setrisk.similarity
DELETE FROM setrisk.embedding AS rows WHERE rows.knowledge = $knowledge;

DELETE FROM setrisk.knowledge AS rows WHERE rows.knowledge = $knowledge;

DELETE FROM setrisk.similarity AS rows WHERE rows.knowledge = $knowledge
