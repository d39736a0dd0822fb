-- shown_entries(release)
-- What the records of a release show. Numbers that are missing are those of records that show nothing.
--
-- row:    one per entry of a record
-- column: record BIGINT, >= 1
-- column: label INTEGER: number of an item; that of a generalised item, negative
-- column: is_protected BOOLEAN: whether it is a sensitive item
-- reads:  published
SELECT
    entries.record,
    coalesce(entries.item_id, -entries.generalised_item) AS label,
    sensitive_items.item_id IS NOT NULL AS is_protected
FROM setrisk.generalised_record AS entries
LEFT JOIN setrisk.protected_item AS sensitive_items
    ON sensitive_items.release = entries.release AND sensitive_items.item_id = entries.item_id
WHERE entries.release = $release
ORDER BY entries.record, label
