-- sensitive_copies()
-- The staged copies of sensitive items, by term and cluster.
--
-- stages: _setrisk_sensitive_copies(item_id, cluster, copies): the copies of each term in each cluster that holds it
-- row:    one per sensitive item and cluster that holds it
-- column: item_id INTEGER
-- column: cluster BIGINT, >= 1
-- column: copies BIGINT, copies, > 0
SELECT copies.item_id, copies.cluster, copies.copies
FROM _setrisk_sensitive_copies AS copies
ORDER BY copies.item_id, copies.cluster
