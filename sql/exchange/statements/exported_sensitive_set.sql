-- exported_sensitive_set(release)
-- The sensitive sets of the clusters of a release by m-invariance, by the names of their items.
--
-- row: one per item of a sensitive set
-- column: cluster INTEGER, >= 1: number of the cluster
-- column: sensitive_set INTEGER: number of the set
-- column: item VARCHAR
-- reads: published
SELECT sets.cluster, sets.sensitive_set, names.item
FROM setrisk.sensitive_set AS sets
JOIN setrisk.published_item AS names ON names.item_id = sets.item_id AND names.release = sets.release
WHERE sets.release = $release
ORDER BY sets.cluster, sets.sensitive_set, names.item
