-- exported_sensitive_count(release)
-- The sensitive items of the clusters and of the global bag of a serial release, by name.
--
-- row: one per sensitive item of a cluster or of the global bag
-- column: cluster INTEGER?, >= 1: number of the cluster; NULL for the global bag
-- column: item VARCHAR: the sensitive item
-- column: copies BIGINT, >= 1: how often it is there
-- reads: published
SELECT terms.cluster, names.item, terms.copies
FROM setrisk.sensitive_count AS terms
JOIN setrisk.published_item AS names ON names.item_id = terms.item_id AND names.release = terms.release
WHERE terms.release = $release
ORDER BY terms.cluster, names.item
