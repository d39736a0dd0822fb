-- listed_items(prefix, item_id) -> INTEGER[]
-- The items of an itemset that is told by its last item, and the others separated by commas.
--
-- reads: nothing
SELECT list_append(CAST(string_split($prefix, ',') AS INTEGER[]), $item_id)
