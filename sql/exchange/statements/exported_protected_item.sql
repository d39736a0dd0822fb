-- exported_protected_item(release)
-- The sensitive items that a release shows, by name.
--
-- row: one per item
-- column: item VARCHAR
-- reads: published
SELECT names.item
FROM setrisk.protected_item AS sensitive_items
JOIN setrisk.published_item AS names ON names.item_id = sensitive_items.item_id
WHERE sensitive_items.release = $release AND names.release = $release
ORDER BY names.item
