-- missing_items(itemset, other) -> INTEGER[]
-- The items of an itemset that another lacks; for lists as short as itemsets are, this is faster than list_has_all.
--
-- reads: nothing
SELECT list_filter($itemset, lambda item_id: NOT list_contains($other, item_id))
