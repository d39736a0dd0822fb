-- entries_of_people(dataset)
-- The items of the staged people of a data set, person by person.
--
-- stages: _setrisk_person(tid): the people of the data set who count
-- row:    one per person and item
-- column: record BIGINT, >= 1: number of the person
-- column: item_id INTEGER
-- reads:  originals
SELECT entries.tid AS record, entries.item_id
FROM setrisk_private.transaction_item AS entries
JOIN _setrisk_person AS persons ON persons.tid = entries.tid
WHERE entries.dataset = $dataset
ORDER BY entries.tid, entries.item_id
