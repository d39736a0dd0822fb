-- non_private_entries(dataset, release)
-- The non-private items of the transactions of a data set, as a release divides items into private and non-private. For
-- the owner.
--
-- row: one per transaction and non-private item of it
-- column: tid BIGINT, >= 1
-- column: item_id INTEGER
-- reads: originals
SELECT entries.tid, entries.item_id
FROM setrisk_private.transaction_item AS entries
ANTI JOIN (
    SELECT private_items.item_id
    FROM setrisk_private.private_item AS private_items
    WHERE private_items.release = $release
) AS private_items ON private_items.item_id = entries.item_id
WHERE entries.dataset = $dataset
