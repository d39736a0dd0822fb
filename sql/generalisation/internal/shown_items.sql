-- shown_items(release)
-- The items that each published record shows, as themselves or as members of a generalised item: what is left to read
-- if generalised items are not labelled.
--
-- row:    one per record and item that it shows
-- column: record BIGINT, >= 1
-- column: item_id INTEGER
-- column: position INTEGER, >= 1: the position of the entry that shows it
-- reads:  published
-- source: THESIS Figure 3.7
SELECT entries.record, entries.item_id, entries.position
FROM setrisk.generalised_record AS entries
WHERE entries.release = $release AND entries.item_id IS NOT NULL
UNION ALL
SELECT entries.record, members.item_id, entries.position
FROM setrisk.generalised_record AS entries
JOIN setrisk.generalised_item AS members ON members.generalised_item = entries.generalised_item
WHERE entries.release = $release AND members.release = $release
