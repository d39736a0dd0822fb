-- cell_truth(release)
-- Which members of its generalised items each record truly has, and which were added, for the owner.
--
-- row:    one per record, generalised item that it shows, and member of it
-- column: generalised_item INTEGER, >= 1
-- column: record BIGINT, >= 1
-- column: item_id INTEGER: the member
-- column: original BOOLEAN: whether the record has it in the original data
-- checks: own_release($release, family := 'generalisation')
-- reads:  originals
-- source: THESIS 3.4; CONTEXT 3.1
SELECT
    entries.generalised_item,
    entries.record,
    members.item_id,
    originals.item_id IS NOT NULL AS original
FROM setrisk.generalised_record AS entries
JOIN setrisk.generalised_item AS members ON members.generalised_item = entries.generalised_item
JOIN setrisk.release AS releases ON releases.release = $release
JOIN setrisk_private.provenance AS origin ON origin.record = entries.record
LEFT JOIN setrisk_private.transaction_item AS originals
    ON originals.dataset = releases.dataset
    AND originals.tid = origin.tid
    AND originals.item_id = members.item_id
WHERE entries.release = $release AND members.release = $release AND origin.release = $release
