-- reconstructed_entries()
-- The items of the staged reconstructions, record by record.
--
-- stages: _setrisk_drawn_entry(reconstruction, record, item, weight): the reconstructions
-- stages: _setrisk_shown_item(item, number, weight): the items
-- row:    one per record and item
-- column: reconstruction BIGINT, >= 1
-- column: record BIGINT, >= 1
-- column: number BIGINT, >= 0: of the item
-- column: weight BIGINT, records, >= 1
SELECT entries.reconstruction, entries.record, items.number, entries.weight
FROM _setrisk_drawn_entry AS entries
JOIN _setrisk_shown_item AS items ON items.item = entries.item
ORDER BY entries.reconstruction, entries.record, items.number
