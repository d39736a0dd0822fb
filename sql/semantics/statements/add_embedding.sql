-- add_embedding(measure, source)
-- Add the measure of an embedding whose vectors are stored.
--
-- parameter: source: the file or corpus that the vectors come from
-- reads:     nothing
-- writes:    setrisk.measure
INSERT INTO setrisk.measure VALUES ($measure, 'embedding', $source)
