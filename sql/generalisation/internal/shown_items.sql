-- shown_items(release)
-- One row per item that a published record shows, by itself or as a member of a generalised item, as it reads when
-- generalised items are not marked (THESIS Figure 3.7).
--
-- row: one per item that a published record shows, by itself or as a member of a generalised item, as it reads when
--     generalised items are not marked (THESIS Figure 3.7)
-- column: record BIGINT
-- column: item_id INTEGER
-- column: position INTEGER: of the entry that shows it
-- reads: published
SELECT entries.record, entries.item_id, entries.position
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release AND entries.item_id IS NOT NULL
UNION ALL
SELECT entries.record, members.item_id, entries.position
FROM setrisk.generalised_record AS entries
JOIN setrisk.generalised_item AS members ON members.generalised_item = entries.generalised_item
WHERE entries.release = $release AND members.release = $release
