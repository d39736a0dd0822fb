-- exported_private_term(release)
-- One row per private term of a cluster, or of the global bag, by name, as it leaves the database.
--
-- row: one per private term of a cluster, or of the global bag, by name, as it leaves the database
-- column: cluster INTEGER?: NULL for the global bag
-- column: item VARCHAR
-- column: copies BIGINT
-- reads: published
SELECT terms.cluster, names.item, terms.copies
FROM setrisk.private_term AS terms
JOIN setrisk.published_item AS names ON names.item_id = terms.item_id AND names.release = terms.release
WHERE terms.release = $release
ORDER BY terms.cluster, names.item
