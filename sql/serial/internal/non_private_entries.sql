-- non_private_entries(dataset, release)
-- One row per non-private item of a transaction of the data set, as the release divides items, for the owner.
--
-- row: one per non-private item of a transaction of the data set, as the release divides items, for the owner
-- column: tid BIGINT
-- column: item_id INTEGER
-- reads: originals
SELECT entries.tid, entries.item_id
FROM setrisk_private.transaction_item AS entries
ANTI JOIN (
    SELECT hidden.item_id FROM setrisk_private.private_item AS hidden WHERE hidden.release = $release
) AS hidden ON hidden.item_id = entries.item_id
WHERE entries.dataset = $dataset
