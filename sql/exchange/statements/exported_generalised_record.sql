-- exported_generalised_record(release)
-- The records of a generalised release, by the names of their items. Numbers that are missing are those of records that
-- show nothing.
--
-- row: one per entry of a record, which is either an item or a generalised item
-- column: record BIGINT, >= 1: its number
-- column: position INTEGER, >= 1: place of the entry in its record
-- column: item VARCHAR?: NULL for a generalised item
-- column: generalised_item INTEGER?: NULL for an item
-- reads: published
SELECT entries.record, entries.position, names.item, entries.generalised_item
FROM setrisk.generalised_record AS entries
LEFT JOIN setrisk.published_item AS names ON names.item_id = entries.item_id AND names.release = entries.release
WHERE entries.release = $release
ORDER BY entries.record, entries.position
