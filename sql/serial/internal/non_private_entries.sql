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
    SELECT hidden.item_id FROM setrisk_private.private_item AS hidden WHERE hidden.release = $release
) AS hidden ON hidden.item_id = entries.item_id
WHERE entries.dataset = $dataset
