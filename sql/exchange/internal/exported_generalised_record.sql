-- exported_generalised_record(release)
-- One row per entry of a published record, by name, as it leaves the database.
--
-- row: one per entry of a published record, by name, as it leaves the database
-- column: record BIGINT
-- column: position INTEGER
-- column: item VARCHAR: or generalised_item INTEGER: exactly one is set
-- column: generalised_item INTEGER
-- reads: published
SELECT entries.record, entries.position, names.item, entries.generalised_item
FROM setrisk.generalised_record AS entries
LEFT JOIN setrisk.published_item AS names ON names.item_id = entries.item_id AND names.release = entries.release
WHERE entries.release = $release
ORDER BY entries.record, entries.position
