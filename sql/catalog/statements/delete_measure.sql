-- delete_measure(measure)
-- Delete a measure, with its scores and word vectors. What attacks have found with it stays, and so do their entries.
--
-- writes: setrisk.embedding setrisk.measure setrisk.similarity
DELETE FROM setrisk.embedding AS stored WHERE stored.measure = $measure;

DELETE FROM setrisk.measure AS stored WHERE stored.measure = $measure;

DELETE FROM setrisk.similarity AS stored WHERE stored.measure = $measure
