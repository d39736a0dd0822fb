-- published_itemsets(release)
-- The itemsets of a published histogram.
--
-- row:    one per itemset, in their order
-- column: items INTEGER[]
-- column: number BIGINT: its occurrences
-- reads:  published
SELECT itemsets.itemset AS items, itemsets.occurrences AS number
FROM setrisk.histogram AS itemsets
WHERE itemsets.release = $release
ORDER BY itemsets.itemset
