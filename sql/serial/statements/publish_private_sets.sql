-- publish_private_sets(release)
-- Publish the private sets of each cluster of a release by m-invariance.
--
-- stages: _setrisk_sets(cluster, private_set, item_id): the items of each private set
-- writes: setrisk.private_set
INSERT INTO setrisk.private_set
SELECT $release, sets.cluster, sets.private_set, sets.item_id
FROM _setrisk_sets AS sets
ORDER BY sets.cluster, sets.private_set, sets.item_id
