-- are_sensitive(sensitive)
-- Whether each item of the staged release is sensitive.
--
-- parameter: sensitive: names of items that nobody is to learn of a person
-- stages: _setrisk_shown_item(item, number, weight): the items of the release
-- row:    one per item, in the order of their numbers
-- column: is_sensitive BOOLEAN
SELECT list_contains(CAST($sensitive AS VARCHAR[]), items.item) AS is_sensitive
FROM _setrisk_shown_item AS items
ORDER BY items.number
