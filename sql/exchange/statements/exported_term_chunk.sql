-- exported_term_chunk(release)
-- The term chunks of a disassociated release, by the names of their items.
--
-- row: one per item of a term chunk
-- column: cluster INTEGER, >= 1: number of the cluster
-- column: item VARCHAR
-- reads: published
SELECT terms.cluster, names.item
FROM setrisk.term_chunk AS terms
JOIN setrisk.published_item AS names ON names.item_id = terms.item_id
WHERE terms.release = $release AND names.release = $release
ORDER BY terms.cluster, names.item
