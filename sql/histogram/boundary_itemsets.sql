-- boundary_itemsets(release)
-- One row per boundary itemset (APL Definition 1) of a maximal itemset of two items or more of a histogram: all of its
-- items but one, the most that an adversary can know of a person and still have something to learn. An error where
-- there is no such release, or it is of another family.
--
-- row: one per boundary itemset (APL Definition 1) of a maximal itemset of two items or more of a histogram
-- column: itemset VARCHAR[]: the maximal itemset, in item order
-- column: known VARCHAR[]: what is left of it
-- column: leaked VARCHAR: the other item
-- checks: known_release($release, family := 'histogram')
-- reads: published
SELECT
    boundary.names AS itemset,
    list_filter(boundary.names, lambda name: name <> boundary.leaked) AS known,
    boundary.leaked
FROM (
    SELECT spelled.names, unnest(spelled.names) AS leaked
    FROM setrisk_internal.maximal_sets($release) AS maximal
    JOIN setrisk_internal.itemset_names($release) AS spelled ON spelled.itemset = maximal.itemset
    WHERE maximal.size >= 2
) AS boundary
