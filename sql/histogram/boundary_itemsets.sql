-- boundary_itemsets(release)
-- Maximal itemsets of a histogram, without one item each. This is the most that an attacker can know about a person
-- and still have something to learn. An itemset is maximal if no other published itemset contains it.
--
-- parameter: release: a release of the family histogram
-- row:       one per maximal itemset of at least two items, and item of it
-- column:    items VARCHAR[]: the maximal itemset, in item order
-- column:    known_items VARCHAR[]: the boundary itemset, which is all of these items but one
-- column:    leaked VARCHAR: the item that is left out
-- checks:    known_release($release, family := 'histogram')
-- reads:     published
-- source:    APL Definition 1
-- page:      histogram.md
-- example:   FROM setrisk.boundary_itemsets('r3')
SELECT
    boundaries.names AS items,
    list_filter(boundaries.names, lambda name: name <> boundaries.leaked) AS known_items,
    boundaries.leaked
FROM (
    SELECT spellings.names, unnest(spellings.names) AS leaked
    FROM setrisk_internal.maximal_sets($release) AS maximal_sets
    JOIN setrisk_internal.itemset_names($release) AS spellings ON spellings.itemset = maximal_sets.itemset
    WHERE maximal_sets.size >= 2
) AS boundaries
