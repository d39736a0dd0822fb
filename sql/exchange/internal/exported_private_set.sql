-- exported_private_set(release)
-- One row per item of a private set of the release, by name, as it leaves the database.
--
-- row: one per item of a private set of the release, by name, as it leaves the database
-- column: cluster INTEGER
-- column: private_set INTEGER
-- column: item VARCHAR
-- reads: published
SELECT sets.cluster, sets.private_set, names.item
FROM setrisk.private_set AS sets
JOIN setrisk.published_item AS names ON names.item_id = sets.item_id AND names.release = sets.release
WHERE sets.release = $release
ORDER BY sets.cluster, sets.private_set, names.item
