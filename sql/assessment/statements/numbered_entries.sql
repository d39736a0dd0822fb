-- numbered_entries(dataset)
-- The items of the transactions of a data set that the staged release shows, transaction by transaction.
--
-- stages: _setrisk_person(tid): the people of the data set who count
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- row:    one per transaction and item
-- column: reconstruction BIGINT, >= 1: always 1
-- column: record BIGINT, >= 1: number of the transaction
-- column: number BIGINT, >= 0: of the item
-- column: weight BIGINT, records, >= 1: always 1
-- reads:  originals
SELECT CAST(1 AS BIGINT) AS reconstruction, entries.tid AS record, items.number, CAST(1 AS BIGINT) AS weight
FROM setrisk_private.transaction_item AS entries
JOIN _setrisk_person AS persons ON persons.tid = entries.tid
JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
JOIN _setrisk_shown_item AS items ON items.item = names.item
WHERE entries.dataset = $dataset
ORDER BY entries.tid, items.number
