-- number_of_shown_items()
-- How many items the staged release shows.
--
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- row:    one
-- column: n_items BIGINT, items, >= 0
SELECT count(*) AS n_items
FROM _setrisk_shown_item AS items
