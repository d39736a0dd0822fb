-- non_sensitive_entries(dataset, release)
-- The non-sensitive items of the transactions of a data set, as a release divides items into sensitive and
-- non-sensitive. For the owner.
--
-- row: one per transaction and non-sensitive item of it
-- column: tid BIGINT, >= 1
-- column: item_id INTEGER
-- reads: originals
SELECT entries.tid, entries.item_id
FROM setrisk_private.transaction_item AS entries
ANTI JOIN (
    SELECT sensitive_items.item_id
    FROM setrisk_private.sensitive_item AS sensitive_items
    WHERE sensitive_items.release = $release
) AS sensitive_items ON sensitive_items.item_id = entries.item_id
WHERE entries.dataset = $dataset
