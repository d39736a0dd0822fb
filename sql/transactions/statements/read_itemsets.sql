-- read_itemsets()
-- The itemsets of a source of the user, in their order.
--
-- row:    one per itemset
-- column: items VARCHAR[]?: NULL for no list
-- reads:  nothing
-- stages: _setrisk_read(line, items): the itemsets
SELECT itemsets.items
FROM _setrisk_read AS itemsets
ORDER BY itemsets.line
