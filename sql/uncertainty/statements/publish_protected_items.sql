-- publish_protected_items(release)
-- Publish which of the items that a release shows are sensitive.
--
-- reads:  originals
-- writes: setrisk.protected_item
INSERT INTO setrisk.protected_item (release, item_id)
SELECT $release, sensitive_items.item_id
FROM setrisk_private.sensitive_item AS sensitive_items
JOIN setrisk.published_item AS names
    ON names.release = sensitive_items.release AND names.item_id = sensitive_items.item_id
WHERE sensitive_items.release = $release
ORDER BY sensitive_items.item_id
