-- numbered_entries(dataset)
-- The items of the transactions of a data set that the staged release shows, transaction by transaction.
--
-- stages: _setrisk_person(tid): the people of the data set who count
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- row:    one per transaction and item
-- column: record BIGINT, >= 0: number of the transaction, counted from 0 among those with any such item
-- column: number BIGINT, >= 0: of the item
-- reads:  originals
SELECT dense_rank() OVER (ORDER BY entries.tid) - 1 AS record, items.number
FROM setrisk_private.transaction_item AS entries
JOIN _setrisk_person AS persons ON persons.tid = entries.tid
JOIN setrisk_private.item AS names ON names.item_id = entries.item_id
JOIN _setrisk_shown_item AS items ON items.item = names.item
WHERE entries.dataset = $dataset
ORDER BY entries.tid, items.number
