-- keep_sensitive_items(release, names)
-- Keep for the owner which items a release treats as sensitive.
--
-- parameter: names: the names of the items
-- reads:  originals
-- writes: setrisk_private.sensitive_item
INSERT INTO setrisk_private.sensitive_item (release, item_id)
SELECT $release, items.item_id
FROM setrisk_private.item AS items
WHERE list_contains($names, items.item)
