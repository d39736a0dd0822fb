-- store_distances(knowledge, source)
-- Store printed distances between terms as knowledge, whose similarities are the higher the nearer two terms are.
--
-- stages: _setrisk_pairs(context, item, distance): the distances
-- writes: setrisk.knowledge setrisk.similarity
INSERT INTO setrisk.knowledge (knowledge, scorer, source)
VALUES ($knowledge, 'ngd', $source);

INSERT INTO setrisk.similarity (knowledge, item_a, item_b, similarity)
SELECT $knowledge, least(pairs.context, pairs.item), greatest(pairs.context, pairs.item), -pairs.distance
FROM _setrisk_pairs AS pairs
