-- leakages(release)
-- The items that attribute linkage infers from a histogram. In this attack, an attacker who knows all items of a
-- person but one looks up which published itemsets hold them. If only one does (`supersets` = 1), the last item leaks:
-- this is an attribute privacy leakage (APL). If others do but are rare, the attacker infers the item with a high
-- confidence.
--
-- parameter: release: a release of the family histogram
-- row:       one per maximal itemset of at least two items, and item of it
-- column:    items VARCHAR[]: the maximal itemset, in item order
-- column:    known_items VARCHAR[]: its items but one, which the attacker knows (a boundary itemset)
-- column:    leaked VARCHAR: the remaining item, which the attacker infers
-- column:    supersets BIGINT, itemsets, >= 1: published itemsets that hold all known items
-- column:    confidence DOUBLE, fraction, 0 to 1: occurrences of the maximal itemset divided by the occurrences of all
--     these itemsets
-- checks:    known_release($release, family := 'histogram')
-- reads:     published
-- source:    APL 4.2
-- page:      histogram.md
-- example:   FROM setrisk.leakages('r3') WHERE supersets = 1
SELECT
    spellings.names AS items,
    list_filter(spellings.names, lambda name: name <> items.item) AS known_items,
    items.item AS leaked,
    boundaries.supersets,
    boundaries.occurrences / boundaries.superset_occurrences AS confidence
FROM setrisk_internal.boundary_supersets($release) AS boundaries
JOIN setrisk_internal.itemset_names($release) AS spellings ON spellings.itemset = boundaries.itemset
JOIN setrisk.published_item AS items ON items.item_id = boundaries.leaked_id
WHERE items.release = $release
