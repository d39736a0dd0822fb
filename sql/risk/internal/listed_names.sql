-- listed_names(items VARCHAR[]) -> VARCHAR
-- The names of items in alphabetical order, as evidence shows them within braces.
--
-- reads: nothing
SELECT array_to_string(list_sort(list_transform($items, lambda item: setrisk_internal.quoted(item))), ', ')
