-- publish_sensitive_sets(release)
-- Publish the sensitive sets of each cluster of a release by m-invariance.
--
-- stages: _setrisk_sets(cluster, sensitive_set, item_id): the items of each sensitive set
-- writes: setrisk.sensitive_set
INSERT INTO setrisk.sensitive_set (release, cluster, sensitive_set, item_id)
SELECT $release, sets.cluster, sets.sensitive_set, sets.item_id
FROM _setrisk_sets AS sets
ORDER BY sets.cluster, sets.sensitive_set, sets.item_id
