-- cell_truth(release)
-- One row per cell of the distance tables of a release, for its owner: is the member original or was it added? An error
-- where no release of that name was made in this database.
--
-- row: one per cell of the distance tables of a release, for its owner
-- column: generalised_item INTEGER
-- column: record BIGINT
-- column: item_id INTEGER: the member
-- column: original BOOLEAN
-- checks: own_release($release, family := 'generalisation')
-- reads: originals
SELECT
    entries.generalised_item,
    entries.record,
    members.item_id,
    original_entries.item_id IS NOT NULL AS original
FROM setrisk.generalised_record AS entries
JOIN setrisk.generalised_item AS members ON members.generalised_item = entries.generalised_item
JOIN setrisk.release AS releases ON releases.release = $release
JOIN setrisk_private.provenance AS origin ON origin.record = entries.record
LEFT JOIN setrisk_private.transaction_item AS original_entries
    ON original_entries.dataset = releases.dataset
    AND original_entries.tid = origin.tid
    AND original_entries.item_id = members.item_id
WHERE entries.release = $release AND members.release = $release AND origin.release = $release
