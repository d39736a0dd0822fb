-- listed_items(prefix VARCHAR, item_id INTEGER) -> INTEGER[]
-- The items of an itemset as a list.
--
-- parameter: prefix: all items but the last, separated by commas
-- parameter: item_id: the last item
-- reads: nothing
SELECT list_append(CAST(string_split($prefix, ',') AS INTEGER[]), $item_id)
