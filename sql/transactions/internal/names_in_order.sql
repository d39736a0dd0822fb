-- names_in_order(item_id, item) -> VARCHAR[]
-- The names of a group of items in the order of their numbers: an aggregate of the rows of the group.
--
-- parameter: item_id: the number of the item of a row
-- parameter: item: its name
-- reads: nothing
SELECT list_transform(list_sort(list({'item_id': $item_id, 'item': $item})), lambda member: member.item)
