-- exported_private_set(release)
-- The private sets of the clusters of a release by m-invariance, by the names of their items.
--
-- row: one per item of a private set
-- column: cluster INTEGER: number of the cluster
-- column: private_set INTEGER: number of the set
-- column: item VARCHAR
-- reads: published
SELECT sets.cluster, sets.private_set, names.item
FROM setrisk.private_set AS sets
JOIN setrisk.published_item AS names ON names.item_id = sets.item_id AND names.release = sets.release
WHERE sets.release = $release
ORDER BY sets.cluster, sets.private_set, names.item
