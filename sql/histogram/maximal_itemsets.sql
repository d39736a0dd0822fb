-- maximal_itemsets(release)
-- The published itemsets that no other one contains. They are the maximal itemsets of a histogram.
--
-- parameter: release: a release of the family histogram
-- row:       one per maximal itemset
-- column:    items VARCHAR[]: in item order
-- column:    occurrences BIGINT, records, >= 1: as published
-- checks:    known_release($release, family := 'histogram')
-- reads:     published
-- source:    APL Definition 2
-- page:      histogram.md
-- example:   FROM setrisk.maximal_itemsets('r3')
SELECT spellings.names AS items, maximal_sets.occurrences
FROM setrisk_internal.maximal_sets($release) AS maximal_sets
JOIN setrisk_internal.itemset_names($release) AS spellings ON spellings.itemset = maximal_sets.itemset
