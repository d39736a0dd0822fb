-- leakages(release)
-- One row per boundary itemset of a maximal itemset of a histogram: the attribute linkage attack (APL 4.2) by an adversary
-- who knows all items of a person but one. Where the maximal itemset alone contains what is known (supersets = 1), it is an
-- APL and the last item leaks; where others do, but rarely occur, it nearly does.
-- An error where there is no such release, or it is of another family.
-- itemset VARCHAR[]: the maximal itemset, in item order; known VARCHAR[]: the boundary itemset; leaked VARCHAR: the other
-- item; supersets BIGINT: published itemsets that contain or equal what is known; confidence DOUBLE in (0, 1]: share of the
-- maximal itemset in the occurrences of all these
SELECT
    spelled.names AS itemset,
    list_filter(spelled.names, lambda name: name <> named.item) AS known,
    named.item AS leaked,
    boundary.supersets,
    boundary.occurrences / boundary.superset_occurrences AS confidence
FROM setrisk.boundary_supersets($release) AS boundary
JOIN setrisk.spelled_sets($release) AS spelled ON spelled.itemset = boundary.itemset
JOIN setrisk.published_item AS named ON named.item_id = boundary.leaked
WHERE named.release = $release
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    CASE WHEN own.release <> '' THEN [own.release] END,
    CASE WHEN own.release <> '' THEN [own.release] END,
    own.release,
    length(own.release),
    CAST(length(own.release) AS DOUBLE)
FROM setrisk.known_release($release, family := 'histogram') AS own
WHERE own.release IS NULL
