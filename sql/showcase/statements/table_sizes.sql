-- table_sizes(release)
-- How large the distance tables of a generalised release are.
--
-- row:    one per number of members and number of records
-- column: members BIGINT, items, >= 2: columns of the tables
-- column: records BIGINT, records, >= 1: their rows
-- column: tables BIGINT, tables, >= 1: how many there are of this size
-- reads:  published
SELECT len(items.items) AS members, items.support AS records, count(*) AS tables
FROM setrisk.generalised_items($release) AS items
GROUP BY len(items.items), items.support
ORDER BY members, records
