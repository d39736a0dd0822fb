-- store_distances(measure, source)
-- Store printed distances between terms as a measure, whose scores are the higher the nearer two terms are.
--
-- stages: _setrisk_pairs(context, item, distance): the distances
-- writes: setrisk.measure setrisk.similarity
INSERT INTO setrisk.measure
VALUES ($measure, 'ngd', $source);

INSERT INTO setrisk.similarity
SELECT $measure, least(pairs.context, pairs.item), greatest(pairs.context, pairs.item), -pairs.distance
FROM _setrisk_pairs AS pairs
