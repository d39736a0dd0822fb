-- import_protected_item(release)
-- Publish which of the items of an imported release are sensitive, once these have numbers.
--
-- reads: published
-- writes: setrisk.protected_item
-- stages: _setrisk_imported_protected_item(item): the sensitive items
INSERT INTO setrisk.protected_item (release, item_id)
SELECT $release, names.item_id
FROM _setrisk_imported_protected_item AS sensitive_items
LEFT JOIN setrisk.published_item AS names ON names.item = sensitive_items.item AND names.release = $release
