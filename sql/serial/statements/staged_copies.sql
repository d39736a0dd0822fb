-- staged_copies(release)
-- The copies of each sensitive item that the clusters and the global bag of a draft hold.
--
-- row:    one per cluster, or the global bag, and sensitive item
-- column: cluster INTEGER?, >= 1: NULL for the global bag
-- column: item VARCHAR
-- column: copies BIGINT, copies, >= 0
-- reads:  originals
SELECT terms.cluster, items.item, terms.copies
FROM setrisk.sensitive_count AS terms
JOIN setrisk_private.item AS items ON items.item_id = terms.item_id
WHERE terms.release = $release
ORDER BY terms.cluster, items.item, terms.copies
