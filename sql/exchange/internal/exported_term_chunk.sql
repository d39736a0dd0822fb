-- exported_term_chunk(release)
-- One row per term of a term chunk of the release, by name, as it leaves the database.
--
-- row: one per term of a term chunk of the release, by name, as it leaves the database
-- column: cluster INTEGER
-- column: item VARCHAR
-- reads: published
SELECT terms.cluster, names.item
FROM setrisk.term_chunk AS terms
JOIN setrisk.published_item AS names ON names.item_id = terms.item_id
WHERE terms.release = $release AND names.release = $release
ORDER BY terms.cluster, names.item
