-- sensitive_names(series)
-- The items that the releases of a series treat as sensitive; of an imported release, those that it publishes as such.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  originals
SELECT items.item
FROM setrisk.series AS members
JOIN setrisk_private.sensitive_item AS sensitive_items ON sensitive_items.release = members.release
JOIN setrisk_private.item AS items ON items.item_id = sensitive_items.item_id
WHERE members.series = $series
UNION
SELECT names.item
FROM setrisk.series AS members
JOIN setrisk.sensitive_count AS terms ON terms.release = members.release
JOIN setrisk.published_item AS names ON names.release = terms.release AND names.item_id = terms.item_id
WHERE members.series = $series
