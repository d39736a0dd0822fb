-- absent_sensitive_items(release)
-- The sensitive items of a release that no transaction of its data set holds.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  originals
SELECT items.item
FROM setrisk_private.sensitive_item AS sensitive_items
JOIN setrisk_private.item AS items ON items.item_id = sensitive_items.item_id
JOIN setrisk.release AS releases ON releases.release = sensitive_items.release
WHERE sensitive_items.release = $release AND NOT EXISTS (
    SELECT 1
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = releases.dataset AND entries.item_id = sensitive_items.item_id
)
