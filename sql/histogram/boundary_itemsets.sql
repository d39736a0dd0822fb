-- boundary_itemsets(release)
-- One row per boundary itemset (APL Definition 1) of a maximal itemset of two items or more of a histogram: all of its
-- items but one, the most that an adversary can know of a person and still have something to learn.
-- An error where there is no such release, or it is of another family.
-- itemset VARCHAR[]: the maximal itemset, in item order; known VARCHAR[]: what is left of it; leaked VARCHAR: the other item
SELECT
    boundary.names AS itemset,
    list_filter(boundary.names, lambda name: name <> boundary.leaked) AS known,
    boundary.leaked
FROM (
    SELECT spelled.names, unnest(spelled.names) AS leaked
    FROM setrisk.maximal_sets($release) AS maximal
    JOIN setrisk.spelled_sets($release) AS spelled ON spelled.itemset = maximal.itemset
    WHERE maximal.size >= 2
) AS boundary
UNION ALL  -- no row, but the error for a name that is not known; constants would be optimised away with it
SELECT
    CASE WHEN own.release <> '' THEN [own.release] END,
    CASE WHEN own.release <> '' THEN [own.release] END,
    own.release
FROM setrisk.known_release($release, family := 'histogram') AS own
WHERE own.release IS NULL
