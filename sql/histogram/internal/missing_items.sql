-- missing_items(itemset INTEGER[], other INTEGER[]) -> INTEGER[]
-- The items of an itemset that another itemset lacks.
--
-- reads: nothing
SELECT
    -- For lists as short as itemsets this is faster than list_has_all.
    list_filter($itemset, lambda item_id: NOT list_contains($other, item_id))
