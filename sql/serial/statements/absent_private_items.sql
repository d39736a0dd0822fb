-- absent_private_items(release)
-- The private items of a release that no transaction of its data set holds.
--
-- row:    one per item
-- column: item VARCHAR
-- reads:  originals
SELECT items.item
FROM setrisk_private.private_item AS private_items
JOIN setrisk_private.item AS items ON items.item_id = private_items.item_id
JOIN setrisk.release AS releases ON releases.release = private_items.release
WHERE private_items.release = $release AND NOT EXISTS (
    SELECT 1
    FROM setrisk_private.transaction_item AS entries
    WHERE entries.dataset = releases.dataset AND entries.item_id = private_items.item_id
)
