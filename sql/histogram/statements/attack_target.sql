-- attack_target(release)
-- The largest maximal itemset of a histogram that has an attribute privacy leakage, the most frequent one of these.
--
-- row:    one, or none
-- column: items VARCHAR[]: in item order
-- column: number BIGINT, records, >= 1: its occurrences
-- reads:  published
-- source: APL 4.3
SELECT itemsets.items, itemsets.occurrences AS number
FROM setrisk.maximal_itemsets($release) AS itemsets
SEMI JOIN (
    SELECT leakages.items FROM setrisk.leakages($release) AS leakages WHERE leakages.supersets = 1
) AS leakages ON leakages.items = itemsets.items
ORDER BY len(itemsets.items) DESC, itemsets.occurrences DESC, itemsets.items
LIMIT 1
