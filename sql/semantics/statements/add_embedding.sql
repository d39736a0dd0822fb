-- add_embedding(knowledge, source)
-- Add the knowledge of an embedding whose vectors are stored.
--
-- parameter: source: the file or corpus that the vectors come from
-- reads:     nothing
-- writes:    setrisk.knowledge
INSERT INTO setrisk.knowledge (knowledge, scorer, source)
VALUES ($knowledge, 'embedding', $source)
