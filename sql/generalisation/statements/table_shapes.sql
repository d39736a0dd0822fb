-- table_shapes(release)
-- How large the distance tables of a generalised release are.
--
-- row:    one per generalised item that some record shows
-- column: members BIGINT, >= 1: the columns of its table
-- column: records BIGINT, records, >= 1: the rows
-- reads:  published
SELECT len(items.items) AS members, items.support AS records
FROM setrisk.generalised_items($release) AS items
WHERE items.support > 0
ORDER BY items.generalised_item
