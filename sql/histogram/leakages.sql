-- leakages(release)
-- One row per boundary itemset of a maximal itemset of a histogram: the attribute linkage attack (APL 4.2) by an
-- adversary who knows all items of a person but one. Where the maximal itemset alone contains what is known (supersets
-- = 1), it is an APL and the last item leaks; where others do, but rarely occur, it nearly does. An error where there
-- is no such release, or it is of another family.
--
-- row: one per boundary itemset of a maximal itemset of a histogram
-- column: itemset VARCHAR[]: the maximal itemset, in item order
-- column: known VARCHAR[]: the boundary itemset
-- column: leaked VARCHAR: the other item
-- column: supersets BIGINT: published itemsets that contain or equal what is known
-- column: confidence DOUBLE: in (0, 1]: share of the maximal itemset in the occurrences of all these
-- checks: known_release($release, family := 'histogram')
-- reads: published
SELECT
    spelled.names AS itemset,
    list_filter(spelled.names, lambda name: name <> named.item) AS known,
    named.item AS leaked,
    boundary.supersets,
    boundary.occurrences / boundary.superset_occurrences AS confidence
FROM setrisk_internal.boundary_supersets($release) AS boundary
JOIN setrisk_internal.itemset_names($release) AS spelled ON spelled.itemset = boundary.itemset
JOIN setrisk.published_item AS named ON named.item_id = boundary.leaked
WHERE named.release = $release
