-- named_items(release, items)
-- Those of some items that a release publishes.
--
-- parameter: items: a list of names
-- row:       one per item
-- column:    item VARCHAR
-- reads:     published
SELECT names.item
FROM setrisk.published_item AS names
WHERE names.release = $release AND list_contains(CAST($items AS VARCHAR[]), names.item)
