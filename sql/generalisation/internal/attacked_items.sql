-- attacked_items(release, view)
-- The members of the generalised items as the attacker reads them: as the release labels them, or as unlabelled_items
-- guesses them.
--
-- row:    one per member of a generalised item
-- column: generalised_item BIGINT, >= 1
-- column: item_id INTEGER: the member
-- reads:  published
SELECT CAST(members.generalised_item AS BIGINT) AS generalised_item, members.item_id
FROM setrisk.generalised_item AS members
WHERE members.release = $release AND $view['labelled']
UNION ALL
SELECT roles.generalised_item, roles.item_id
FROM setrisk_internal.unlabelled_items($release, $view) AS roles
WHERE roles.generalised_item IS NOT NULL AND NOT $view['labelled']
