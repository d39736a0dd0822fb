-- exported_generalised_item(release)
-- The members of the generalised items of a release, by name.
--
-- row: one per member of a generalised item
-- column: generalised_item INTEGER: its number
-- column: item VARCHAR: the member
-- reads: published
SELECT members.generalised_item, names.item
FROM setrisk.generalised_item AS members
JOIN setrisk.published_item AS names ON names.item_id = members.item_id
WHERE members.release = $release AND names.release = $release
ORDER BY members.generalised_item, names.item
