-- maximal_itemsets(release)
-- One row per maximal itemset of a histogram: a published itemset that no other published itemset contains (APL
-- Definition 2). An error where there is no such release, or it is of another family.
--
-- row: one per maximal itemset of a histogram
-- column: itemset VARCHAR[]: in item order
-- column: occurrences BIGINT: as published
-- checks: known_release($release, family := 'histogram')
-- reads: published
SELECT spelled.names AS itemset, maximal.occurrences
FROM setrisk_internal.maximal_sets($release) AS maximal
JOIN setrisk_internal.itemset_names($release) AS spelled ON spelled.itemset = maximal.itemset
