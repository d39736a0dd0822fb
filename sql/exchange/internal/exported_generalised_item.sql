-- exported_generalised_item(release)
-- One row per member of a generalised item of the release, by name, as it leaves the database.
--
-- row: one per member of a generalised item of the release, by name, as it leaves the database
-- column: generalised_item INTEGER
-- column: item VARCHAR
-- reads: published
SELECT members.generalised_item, names.item
FROM setrisk.generalised_item AS members
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE members.release = $release AND names.release = $release
ORDER BY members.generalised_item, names.item
